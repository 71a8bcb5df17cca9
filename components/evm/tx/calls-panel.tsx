import { PANEL_ASIDE, Panel } from "@/components/ui/panel";
import { ViewLinks } from "@/components/ui/view-links";
import type { EvmCallPage, EvmInternalPage, FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { groupDigits } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { Calls, CallTree } from "./lists";
import type { ListPart } from "./transfers";

const VIEWS = { tree: "Tree", value: "With value only" } as const;
export type CallsView = keyof typeof VIEWS;

const UNTRACED = "The node has not traced this block yet. Firn will ask again.";

/** Calls inside a transaction, as far as they are known. */
export interface KnownCalls {
  /** As the node traced them: a page, or why there is none. */
  tree: ListPart<EvmCallPage>;
  /** Those with value, which are indexed. Absent if the tree is shown, or if there are none. */
  indexed?: ListPart<EvmInternalPage>;
}

interface CallsPanelProps {
  chain: EvmChain;
  tx: FirnEvmTransaction;
  known: KnownCalls;
  view: CallsView;
  /** Address of the transaction's page in its views, with this one. */
  hrefOf: (view: CallsView) => string;
}

/** Calls inside a transaction: all of them as the node traced them, or those with value that are indexed. */
export function CallsPanel({ chain, tx, known, view, hrefOf }: CallsPanelProps) {
  const { tree, indexed } = known;
  const { withoutCalls, caughtCount = 0 } = tree.page;
  const { internalTransactionCount, nativeTransaction: native } = tx;
  const hasTree = isTreeShown(known, tx);
  const actions =
    hasTree && internalTransactionCount > 0 ? (
      <ViewLinks label="Calls shown" views={VIEWS} current={view} hrefOf={hrefOf} />
    ) : undefined;
  const place = { chain, href: hrefOf(view), actions };
  if (hasTree && view === "tree")
    return (
      <CallTree
        {...place}
        {...tree}
        gasUsed={Number(native.gasUsed)}
        title={titleOf(countTree(known), caughtCount)}
      />
    );
  const unknown = withoutCalls ?? (isMissed(tx, known) ? UNTRACED : undefined);
  if (indexed === undefined)
    return isMissed(tx, known) ? (
      <Panel id="calls" title="Internal calls" aside="not known" note={unknown} />
    ) : null;
  const reverted = native.txStatus === "0";
  return (
    <Calls
      {...place}
      {...indexed}
      reverted={reverted}
      title={titleOf(indexed.page.count, reverted ? 0 : tx.revertedInternalTransactionCount)}
      note={[unknown, "Calls that transfer value or create contracts."].filter(Boolean).join(" ")}
    />
  );
}

/** Whether the tree says more than the transaction: it has calls inside, or tells why it failed. */
export function isTreeShown(
  known: Pick<KnownCalls, "tree">,
  { nativeTransaction: { txStatus } }: FirnEvmTransaction,
): boolean {
  return countTree(known) > (txStatus === "0" ? 0 : 1);
}

/** Number of calls in the tree, the transaction's own included; 0 if it is not known. */
export function countTree({ tree }: Pick<KnownCalls, "tree">): number {
  return tree.page.count ?? 0;
}

/** Whether there may be calls that are not known. Value sent to a contract runs code even without a method. */
function isMissed(
  { untraced, nativeTransaction: { method } }: FirnEvmTransaction,
  { tree: { page } }: KnownCalls,
): boolean {
  if (page.calls !== undefined) return false;
  return untraced === true || (page.withoutCalls !== undefined && method?.callType !== "NATIVE_TRANSFER");
}

function titleOf(count: number, caught: number) {
  const rest = caught === 0 ? "" : `, ${caught === 1 ? "one" : groupDigits(caught)} reverted and caught`;
  return (
    <>
      Internal calls{" "}
      <span className={PANEL_ASIDE}>
        {groupDigits(count)}
        {rest}
      </span>
    </>
  );
}
