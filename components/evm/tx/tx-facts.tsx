import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import type { TxFailureShape } from "@/lib/contract/data/evm";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { upperFirst } from "@/lib/words/sentence";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY, WEI_DECIMALS } from "../chain";
import { ArgumentList } from "./arguments";
import { methodName } from "./describe-evm-tx";
import { sayFailure } from "./failure-words";

const TYPES = ["Legacy", "Access list", "Dynamic fee", "Blob", "Set code"];

/** Why a transaction failed, and in which call. */
function WhyFailed({ chain, failure }: { chain: EvmChain; failure: TxFailureShape }) {
  const { at, depth, custom, kind, output } = failure;
  const where = depth === 0 ? "" : depth === 1 ? "in a call inside" : `${groupDigits(depth)} calls inside`;
  return (
    <Fact label="Failure" {...(where !== "" && { aside: where })}>
      <span className="wrap-anywhere">{upperFirst(sayFailure(failure))}</span>
      {depth > 0 && at !== undefined && (
        <>
          {" at "}
          <AccountLink chain={chain} account={at} />
        </>
      )}
      {custom !== undefined && custom.args.length > 0 && (
        <ArgumentList chain={chain} args={custom.args} lookUp={(address) => ({ address })} />
      )}
      {kind === "data" && (
        <span className="block font-mono text-mono text-ink-3 wrap-anywhere">{output}</span>
      )}
    </Fact>
  );
}

/** Overview of an EVM transaction; facts that do not apply are left out. */
export function EvmTxFacts({ chain, detail }: { chain: EvmChain; detail: FirnEvmTransaction }) {
  const { nativeTransaction: tx, teleporterMessageInfo: message } = detail;
  const creates = tx.method?.callType === "CONTRACT_CREATION";
  const sent = BigInt(tx.value);
  const change = detail.changes.find(({ token }) => token === undefined)?.amount ?? "0";
  const failed = tx.txStatus === "0";
  const received = failed ? 0n : BigInt(change) + sent;
  return (
    <Panel id="overview" label="Overview">
      <KeyValue>
        <Fact label="From" aside={`nonce ${groupDigits(tx.nonce)}`}>
          <AccountLink chain={chain} account={tx.from} />
        </Fact>
        {creates && failed ? (
          <Fact label="Created contract">none</Fact>
        ) : (
          !(creates && tx.to.address === NOBODY) && (
            <Fact label={creates ? "Created contract" : "To"}>
              <AccountLink chain={chain} account={tx.to} />
            </Fact>
          )
        )}
        {tx.failure !== undefined && <WhyFailed chain={chain} failure={tx.failure} />}
        {tx.method?.callType === "CONTRACT_CALL" && (
          <Fact label="Method">
            {tx.method.methodName !== undefined && (
              <span className="font-mono text-mono font-strong text-ink">{methodName(tx)}</span>
            )}
            <Tag mono>{tx.method.methodHash}</Tag>
          </Fact>
        )}
        <Fact label="Value sent">
          <Amount value={sent} decimals={WEI_DECIMALS} unit={chain.symbol} />
        </Fact>
        {received > 0n && tx.from.address !== tx.to.address && (
          <Fact label="Received" aside="by internal calls">
            <Amount value={received} decimals={WEI_DECIMALS} unit={chain.symbol} />
          </Fact>
        )}
        <Fact label="Fee" {...(chain.tag === "C" && { aside: "all burned" })}>
          <Amount
            value={BigInt(tx.gasUsed) * BigInt(tx.gasPrice)}
            decimals={WEI_DECIMALS}
            unit={chain.symbol}
          />
        </Fact>
        <Fact label="Type" aside={`${tx.txType}`}>
          {TYPES[tx.txType] ?? "Unknown"}
        </Fact>
        {message !== undefined && (
          <Fact
            label="Message"
            aside={message.direction === "SOURCE_TRANSACTION" ? "sent to another chain" : "received here"}
          >
            <HashLink
              value={message.teleporterMessageId}
              href={hrefTo("message", { id: message.teleporterMessageId })}
              full
              label="message"
            />
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}
