import type { ReactNode } from "react";
import type { ListProps } from "@/components/list/list-frame";
import { hrefAtPosition } from "@/components/list/position";
import { Amount } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { StatusPill } from "@/components/ui/status-pill";
import type { EvmCallPage, EvmTraceCall } from "@/lib/contract/firn/evm-transactions";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { addressLookup } from "../address-lookup";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import { GuessTag } from "./arguments";
import { branchesOf, type CallTreeRow, type Guide } from "./branches";
import { CallDetails } from "./call-details";
import { sayEntry, wordOf } from "./failure-words";
import { Opcode } from "./opcode";
import type { ListPart } from "./transfers";
import { TreeEvents } from "./tree-events";

interface CallTreeProps extends ListPart<EvmCallPage> {
  chain: EvmChain;
  /** Of the transaction’s page. */
  href: string;
  /** Gas of the whole transaction. */
  gasUsed: number;
  title: ReactNode;
  actions: ReactNode;
}

const LINE = "grid grid-cols-[minmax(0,1fr)_120px_132px] items-center gap-4 px-5";

const DOWN = "before:absolute before:-top-px before:left-[7px] before:border-l before:border-line-2";

const ACROSS =
  "after:absolute after:top-1/2 after:left-[7px] after:w-[9px] after:border-t after:border-line-2";

/** Lines from a call to the calls it made. */
const GUIDE = "relative w-4 flex-none self-stretch max-m:w-3";

const GUIDE_LOOKS: Record<Guide, string | undefined> = {
  "": GUIDE,
  v: classes(GUIDE, DOWN, "before:bottom-0"),
  t: classes(GUIDE, DOWN, ACROSS, "before:bottom-0"),
  l: classes(GUIDE, DOWN, ACROSS, "before:h-[calc(50%+1px)]"),
};

/** Most lines drawn before a call. Calls can be a thousand deep; of such the nearest callers are drawn. */
const MOST_GUIDES = 6;

/** The call tree of a transaction, each call with its value and its share of the gas. */
export function callTree({
  chain,
  path,
  page,
  href,
  gasUsed,
  title,
  actions,
}: CallTreeProps): ListProps<EvmCallPage, CallTreeRow> {
  return {
    id: "calls",
    path,
    first: page,
    rowsOf,
    idOf: ({ number }) => `call-${number}`,
    caption: "Calls inside this transaction",
    title,
    actions,
    nouns: ["call", "calls"],
    itemHead: (
      <div
        className={classes(LINE, "min-h-9 border-b border-line text-meta text-ink-3 max-m:hidden")}
        aria-hidden="true"
      >
        <span>Call</span>
        <span className="text-right">Value, {chain.symbol}</span>
        <span>Gas used</span>
      </div>
    ),
    item: (row) => <CallRow chain={chain} row={row} gasUsed={gasUsed} />,
    hrefAfter: ({ number }) => hrefAtPosition(href, { list: "calls", from: number + 1 }),
    startHref: page.first === 1 ? undefined : href,
    ending: ", in the order in which they began",
  };
}

function rowsOf(page: EvmCallPage): CallTreeRow[] {
  const lookUp = addressLookup(page.parties);
  return branchesOf(page).map((branch) => ({ ...branch, lookUp }));
}

interface CallRowProps {
  chain: EvmChain;
  row: CallTreeRow;
  gasUsed: number;
}

function CallRow({ chain, row, gasUsed: whole }: CallRowProps) {
  const { call, lookUp } = row;
  const { type, value, gas, gasUsed } = call;
  const share = whole === 0 ? 0 : Math.min(100, (Number(gasUsed) / whole) * 100);
  return (
    <>
      <TreeEvents chain={chain} events={call.eventsBefore} lookUp={lookUp} />
      <div
        className={classes(
          LINE,
          "min-h-9 hover:bg-hover max-m:grid-cols-[minmax(0,1fr)_auto] max-m:gap-2 max-m:px-4 max-m:py-1.5",
        )}
      >
        <CallHead chain={chain} row={row} />
        <div className="text-right">
          {carriesValue(type) ? (
            <Amount value={value} decimals={WEI_DECIMALS} most={9} />
          ) : (
            <span className="text-ink-3">–</span>
          )}
        </div>
        <div
          className="flex items-center gap-3 max-m:hidden"
          title={`${groupDigits(gasUsed)} of ${groupDigits(gas)} gas`}
        >
          <span className={classes(BAR, THIN_BAR, "flex-1")}>
            <i className="bg-ice-fill" style={{ width: `${share.toFixed(1)}%` }} />
          </span>
          <span className="min-w-14 text-right text-ink-3">{groupDigits(gasUsed)}</span>
        </div>
      </div>
      <CallDetails chain={chain} row={row} />
      <TreeEvents chain={chain} events={call.eventsAfter} lookUp={lookUp} />
    </>
  );
}

/** What was called, how deep, and what became of it. */
function CallHead({ chain, row: { call, guides, isCaught, lookUp } }: Pick<CallRowProps, "chain" | "row">) {
  const { type, to } = call;
  const hidden = Math.max(0, guides.length - MOST_GUIDES);
  return (
    <div className="flex min-w-0 items-center gap-2 self-stretch">
      {hidden > 0 && (
        <span className="flex-none text-meta text-ink-3" aria-hidden="true">
          {`+${groupDigits(hidden)}`}
        </span>
      )}
      {guides.slice(hidden).map((guide, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a guide is a place in its line
        <span key={at} className={GUIDE_LOOKS[guide]} />
      ))}
      <span className="sr-only" data-depth>{`Depth ${call.depth}: `}</span>
      <Opcode quiet={type === "STATICCALL"}>{type.replace(/CALL$/, "") || type}</Opcode>
      <span className="flex min-w-0 items-center gap-2 max-m:flex-wrap max-m:gap-y-0.5">
        <span className="truncate max-m:whitespace-normal max-m:wrap-anywhere">
          {to === undefined ? (
            <span className="text-ink-3">none created</span>
          ) : (
            <AccountLink chain={chain} account={lookUp(to)} copy={false} />
          )}{" "}
          <span className="font-mono text-id tracking-tight text-ink-2">{formatMethod(call)}</span>
        </span>
        <GuessTag entry={call.called} />
        <Outcome call={call} isCaught={isCaught} />
      </span>
    </div>
  );
}

function Outcome({ call, isCaught }: { call: EvmTraceCall; isCaught: boolean }) {
  const { error, failure, isReverted } = call;
  if (error !== undefined && failure !== undefined) {
    const word = wordOf({ ...failure, reverted: error === "execution reverted" });
    const status = word === "Reverted" ? "reverted" : "failed";
    return (
      <span title={error}>
        <StatusPill status={status} plain word={isCaught ? `${word}, caught` : word} />
      </span>
    );
  }
  return (
    isReverted && (
      <span title="A call around it failed, which undid what it did.">
        <StatusPill status="reverted" plain word="Undone" />
      </span>
    )
  );
}

/** A static call sends no value, and a delegate call shows its caller's. */
function carriesValue(type: string): boolean {
  return type !== "STATICCALL" && type !== "DELEGATECALL";
}

function formatMethod({ type, value, methodHash, methodName, called }: EvmTraceCall): string {
  if (type.startsWith("CREATE")) return "new contract";
  if (called !== undefined) return sayEntry(called, 3);
  if (methodHash !== undefined) return methodName ?? methodHash;
  return value === "0" ? "no input" : "value transfer";
}
