import { HexView } from "@/components/hex/hex-view";
import { CopyButton } from "@/components/ui/copy-button";
import { formatBytes } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import { ViewLinks } from "@/components/ui/view-links";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { creationFields, inputFields } from "./input-fields";

const VIEWS = { annotated: "Annotated", raw: "Raw" } as const;
export type InputView = keyof typeof VIEWS;

interface InputProps {
  tx: TransactionDetail["nativeTransaction"];
  view: InputView;
  hrefOf: (view: InputView) => string;
}

/** The input of a transaction, call data or code, annotated or raw. */
export function Input({ tx, view, hrefOf }: InputProps) {
  const { input, method } = tx;
  if (input === "0x") return null;
  const bytes = fromHex(input);
  const creates = method?.callType === "CONTRACT_CREATION";
  return (
    <Panel
      id="input"
      title="Input"
      aside={formatBytes(bytes.length)}
      actions={
        <>
          <CopyButton value={input} label="input" />
          <ViewLinks label="View of the input" views={VIEWS} current={view} hrefOf={hrefOf} />
        </>
      }
    >
      {view === "raw" ? (
        <RawText name="Input in hex">{input}</RawText>
      ) : (
        <HexView
          hex={input}
          fields={creates ? creationFields(bytes) : inputFields(bytes, method?.methodName)}
        />
      )}
    </Panel>
  );
}
