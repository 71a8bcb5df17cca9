import { CODE_BLOCK } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";

/** A command that gives the same answer. */
export interface Command {
  /** Who answers. */
  label: string;
  text: string;
}

/** "Same answer from your terminal": one code block for each source. */
export function Terminal({ commands }: { commands: Command[] }) {
  return (
    <Panel title="Same answer from your terminal" padded>
      <div className="grid gap-2">
        {commands.map(({ label, text }) => (
          <div key={label}>
            <p className="text-small text-ink-3 mb-1">{label}</p>
            <div className={CODE_BLOCK}>
              <span>{text}</span>
              <CopyButton value={text} label={`request to ${label}`} />
            </div>
          </div>
        ))}
      </div>
    </Panel>
  );
}
