import { CopyButton } from "@/components/ui/copy-button";

interface CallTextProps {
  /** Body that was sent to the node. */
  request?: string | undefined;
  /** What the node answered, as it came. */
  answer?: string | undefined;
  /** HTTP status of the answer. */
  status?: number | undefined;
  curl?: string | undefined;
}

/** Both sides of a call word for word, and the command for a terminal. */
export function CallText({ request, answer, status, curl }: CallTextProps) {
  const texts: [string, string | undefined][] = [
    ["POST /ext/admin", request],
    [status === undefined ? "Answer" : `Answer, HTTP ${status}`, answer],
    ["In a terminal", curl],
  ];
  return (
    <div className="calls">
      {texts.map(
        ([label, text]) =>
          text !== undefined && (
            <div key={label}>
              <span className="dim">{label}</span>
              <div className="code">
                <span>{text.trimEnd()}</span>
                <CopyButton value={text} label={label.toLowerCase()} />
              </div>
            </div>
          ),
      )}
    </div>
  );
}
