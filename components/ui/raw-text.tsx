import { escapeShapeless } from "./name";
import { ScrollBox } from "./scroll-box";

/** Raw bytes, code or JSON, in a box that scrolls. Characters without a shape are written as escapes. */
export function RawText({ name, children }: { name: string; children: string }) {
  return (
    <ScrollBox name={name} className="max-h-148">
      <pre className="px-5 py-4 font-mono text-meta whitespace-pre-wrap wrap-anywhere">
        {escapeShapeless(children)}
      </pre>
    </ScrollBox>
  );
}
