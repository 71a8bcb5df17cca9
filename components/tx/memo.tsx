import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { fromHex } from "@/lib/avalanche/bytes";

/** What the sender wrote, as text when it is text, always as bytes. Nothing when it is empty. */
export function Memo({ text }: { text: string | undefined }) {
  if (text === undefined || text === "" || text === "0x") return null;
  const read = readUtf8(text);
  return (
    <Panel label="Memo">
      <KeyValue>
        {read !== undefined && <Fact label="Memo">{read}</Fact>}
        <Fact label={read === undefined ? "Memo" : "Memo, bytes"}>
          <span className="mono break-all">{text}</span>
        </Fact>
      </KeyValue>
    </Panel>
  );
}

/** Undefined when the bytes are not UTF-8 or hold control characters. */
function readUtf8(hex: string): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(fromHex(hex));
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
