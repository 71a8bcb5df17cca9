import { CODE_BLOCK } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";

/** Look of a line that opens to show a call. */
export const CALL_DETAILS =
  "open:[&>summary]:mb-2 [&>summary]:w-max [&>summary]:max-w-full [&>summary]:cursor-pointer [&>summary]:text-meta [&>summary]:whitespace-normal";

interface CallTextProps {
  /** Request body. */
  request?: string | undefined;
  /** The node's answer, verbatim. */
  answer?: string | undefined;
  /** HTTP status of the answer. */
  status?: number | undefined;
  curl?: string | undefined;
}

/** Request and answer verbatim, and the command for a terminal. */
export function CallText({ request, answer, status, curl }: CallTextProps) {
  const texts: [string, string | undefined][] = [
    ["POST /ext/admin", request],
    [status === undefined ? "Answer" : `Answer, HTTP ${status}`, answer],
    ["In a terminal", curl],
  ];
  return (
    <div className="grid gap-2.5">
      {texts.map(
        ([label, text]) =>
          text !== undefined && (
            <div key={label}>
              <span className="text-meta text-ink-3">{label}</span>
              <div className={CODE_BLOCK}>
                <span>{text.trimEnd()}</span>
                <CopyButton value={text} label={label.toLowerCase()} />
              </div>
            </div>
          ),
      )}
    </div>
  );
}
