import { HexView } from "@/components/hex/hex-view";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import { ViewLinks } from "@/components/ui/view-links";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import type { DecodedEntryShape } from "@/lib/contract/data/evm-abi";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { formatBytes } from "@/lib/words/format";
import { addressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { ArgumentList, GuessTag } from "./arguments";
import { creationFields, inputFields } from "./input-fields";

const VIEWS = { annotated: "Annotated", raw: "Raw" } as const;
export type InputView = keyof typeof VIEWS;

interface InputProps {
  chain: Pick<EvmChain, "segment">;
  detail: FirnEvmTransaction;
  view: InputView;
  hrefOf: (view: InputView) => string;
}

/** The input of a transaction, call data or code, annotated or raw. */
export function Input({ chain, detail, view, hrefOf }: InputProps) {
  const { called } = detail;
  const { input, method } = detail.nativeTransaction;
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
        <>
          {called !== undefined && <Called chain={chain} detail={detail} called={called} />}
          <HexView
            hex={input}
            fields={creates ? creationFields(bytes) : inputFields(bytes, method?.methodName)}
          />
        </>
      )}
    </Panel>
  );
}

/** The function and its arguments. */
function Called({
  chain,
  detail: { parties, nativeTransaction: tx },
  called,
}: Pick<InputProps, "chain" | "detail"> & { called: DecodedEntryShape }) {
  return (
    <div className="border-b border-line px-5 py-4 max-m:px-4">
      <span className="inline-flex flex-wrap items-center gap-2">
        <code className="font-mono text-mono wrap-anywhere">{called.signature}</code>
        <GuessTag entry={called} />
      </span>
      <ArgumentList
        chain={chain}
        args={called.args}
        lookUp={addressLookup([...parties, tx.from, tx.to])}
        contract={tx.to}
      />
    </div>
  );
}
