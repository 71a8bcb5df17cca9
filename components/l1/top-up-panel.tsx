import { CODE_BLOCK } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { formatAvax } from "@/lib/words/format";
import { topUpCommand } from "./top-up";

/** The command that tops up a validation's balance, and the tool that runs it. */
export function TopUpPanel({ validationId, navax }: { validationId: string; navax: bigint }) {
  const command = topUpCommand(validationId, navax);
  return (
    <Panel title="Top up" padded>
      <div className={CODE_BLOCK}>
        <span>{command}</span>
        <CopyButton value={command} label="top-up command" />
      </div>
      <p className="mt-3 text-small text-ink-3">
        {`Adds ${formatAvax(navax)}, 30 days at the fee now. It runs in Ava Labs’ platform CLI with your own key.`}
      </p>
    </Panel>
  );
}
