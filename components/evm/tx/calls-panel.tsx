import type { ListPosition } from "@/components/list/position";
import { groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ViewLinks } from "@/components/ui/view-links";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import type { EvmExecution } from "@/lib/contract/firn/evm";
import type { AddressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { branchesOf } from "./branches";
import { CallTree } from "./call-tree";
import { Calls } from "./calls";

const VIEWS = { tree: "Tree", value: "With value only" } as const;
export type CallsView = keyof typeof VIEWS;

const UNTRACED = "The node has not traced this block yet. Firn will ask again.";

interface CallsPanelProps {
  chain: EvmChain;
  detail: TransactionDetail;
  /** Undefined when it could not be read. */
  execution: EvmExecution | undefined;
  lookUp: AddressLookup;
  view: CallsView;
  hrefOf: (view: CallsView) => string;
  position: ListPosition;
  path: string;
}

/** Calls inside a transaction: all of them as the node traced them, or those with value that are indexed. */
export function CallsPanel(props: CallsPanelProps) {
  const { chain, detail, execution, lookUp, view, hrefOf, position, path } = props;
  const { internalTransactions: moves = [], nativeTransaction: tx } = detail;
  const { calls, callCount = 0, withoutCalls } = execution ?? {};
  const hasTree = calls !== undefined && callCount > 1;
  if (!hasTree && moves.length === 0 && !isMissed(detail, execution)) return null;
  const showsTree = hasTree && view === "tree";
  const note =
    showsTree && calls.length < callCount
      ? `The first ${groupDigits(calls.length)} of ${groupDigits(callCount)} calls.`
      : showsTree
        ? undefined
        : [
            withoutCalls ?? (isMissed(detail, execution) && UNTRACED),
            moves.length > 0 && "Calls that transfer value or create contracts.",
          ]
            .filter(Boolean)
            .join(" ");
  return (
    <Panel
      id="calls"
      title="Internal calls"
      aside={showsTree ? asideOf(calls, callCount) : asideOfMoves(moves, tx.txStatus === "0")}
      {...(note !== undefined && note !== "" && { note })}
      actions={
        hasTree && moves.length > 0 ? (
          <ViewLinks label="Calls shown" views={VIEWS} current={view} hrefOf={hrefOf} />
        ) : undefined
      }
    >
      {showsTree ? (
        <CallTree chain={chain} calls={calls} lookUp={lookUp} position={position} path={path} />
      ) : (
        moves.length > 0 && <Calls chain={chain} calls={moves} reverted={tx.txStatus === "0"} />
      )}
    </Panel>
  );
}

/** Number of calls on the page: of the tree if there is one, else of the calls with value. */
export function countCalls(detail: TransactionDetail, execution: EvmExecution | undefined): number {
  const { callCount = 0 } = execution ?? {};
  return callCount > 1 ? callCount : (detail.internalTransactions?.length ?? 0);
}

/** Whether there may be calls that are not known. Value sent to a contract runs code even without a method. */
function isMissed(
  { untraced, nativeTransaction: { method } }: TransactionDetail,
  { calls, withoutCalls }: Partial<EvmExecution> = {},
): boolean {
  if (calls !== undefined) return false;
  return untraced === true || (withoutCalls !== undefined && method?.callType !== "NATIVE_TRANSFER");
}

function asideOf(calls: NonNullable<EvmExecution["calls"]>, count: number): string {
  const caught = branchesOf(calls).filter(({ isCaught }) => isCaught).length;
  return formatCount(count, caught);
}

function asideOfMoves(moves: NonNullable<TransactionDetail["internalTransactions"]>, reverted: boolean) {
  const caught = reverted ? 0 : moves.filter(({ isReverted }) => isReverted).length;
  return moves.length === 0 ? "not known" : formatCount(moves.length, caught);
}

function formatCount(count: number, caught: number): string {
  const rest = caught === 0 ? "" : `, ${caught === 1 ? "one" : groupDigits(caught)} reverted and caught`;
  return `${groupDigits(count)}${rest}`;
}
