import { AccountLink } from "@/components/evm/account-link";
import { type EvmChain, gasPriceUnit, WEI_DECIMALS } from "@/components/evm/chain";
import { FollowPage } from "@/components/state/follow-page";
import { Amount, GasPrice } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import type { NodeTx, PendingTx } from "@/lib/contract/firn/node-txs";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { describeWaiting, titleOfWaiting, type WaitingTx } from "./waiting-words";

interface WaitingViewProps {
  txId: string;
  /** `C-Chain`. */
  chainName: string;
  node: NodeTx & { status: WaitingTx };
  /** Of a transaction in the mempool of an EVM chain. */
  evm?: EvmChain | undefined;
}

/** A transaction that only the node knows. The page follows it into its block. */
export function WaitingView({ txId, chainName, node, evm }: WaitingViewProps) {
  const { status, pending, replacedBy } = node;
  const gwei = evm === undefined ? "gwei" : gasPriceUnit(evm);
  return (
    <>
      <FollowPage />
      <PageHead
        eyebrow={`${chainName} transaction`}
        title={titleOfWaiting(node)}
        idline={
          <>
            <StatusPill
              status={PILLS[status]}
              {...(status === "pending" || status === "dropped"
                ? { word: WORDS[replacedBy === undefined ? status : "replaced"] }
                : {})}
            />
            <HashLink value={txId} full label="transaction" />
          </>
        }
      />
      <Panel
        title="Why it is in no block here"
        note="As your node says now. This page asks it every 2 seconds and shows the transaction once it is in a block."
        padded
      >
        <div aria-live="polite">
          {describeWaiting(node, gwei).map((sentence) => (
            <p key={sentence} className="max-w-[74ch] wrap-anywhere">
              {sentence}
            </p>
          ))}
          {replacedBy !== undefined && evm !== undefined && (
            <p>
              In its place:{" "}
              <HashLink
                value={replacedBy}
                href={hrefTo("tx", { chain: evm.segment, id: replacedBy })}
                label="transaction"
              />
            </p>
          )}
        </div>
      </Panel>
      {pending !== undefined && evm !== undefined && <Pending chain={evm} pending={pending} />}
    </>
  );
}

const PILLS = {
  pending: "processing",
  processing: "processing",
  accepted: "accepted",
  dropped: "failed",
} as const satisfies Record<WaitingTx, string>;

const WORDS = { pending: "Pending", dropped: "Dropped", replaced: "Replaced" } as const;

function Pending({ chain, pending }: { chain: EvmChain; pending: PendingTx }) {
  const { from, to, valueWei, nonce, gasLimit, maxFeePerGasWei, baseFeeWei } = pending;
  const unit = gasPriceUnit(chain);
  return (
    <Panel label="Overview" className="mt-6">
      <KeyValue>
        <Fact label="From" aside={`nonce ${groupDigits(nonce)}`}>
          <AccountLink chain={chain} account={{ address: from }} />
        </Fact>
        <Fact label="To">
          {to === undefined ? "A new contract" : <AccountLink chain={chain} account={{ address: to }} />}
        </Fact>
        <Fact label="Value">
          <Amount value={valueWei} decimals={WEI_DECIMALS} unit={chain.symbol} />
        </Fact>
        <Fact label="Gas limit">{groupDigits(gasLimit)}</Fact>
        <Fact label="Pays at most">
          <GasPrice wei={maxFeePerGasWei} gwei={unit} /> per gas
        </Fact>
        {baseFeeWei !== undefined && (
          <Fact label="Base fee" aside="of the newest block">
            <GasPrice wei={baseFeeWei} gwei={unit} /> per gas
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}
