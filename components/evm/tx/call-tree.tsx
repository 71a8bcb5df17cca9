import { type ListPosition, sliceAt } from "@/components/list/position";
import { SliceNav } from "@/components/list/slice-nav";
import { Amount } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { groupDigits } from "@/components/ui/format";
import { StatusPill } from "@/components/ui/status-pill";
import type { EvmTraceCall } from "@/lib/contract/firn/evm";
import { AccountLink } from "../account-link";
import type { AddressLookup } from "../address-lookup";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import { type Branch, branchesOf, type Guide } from "./branches";
import { Opcode } from "./opcode";

interface CallTreeProps {
  chain: EvmChain;
  calls: readonly EvmTraceCall[];
  lookUp: AddressLookup;
  position: ListPosition;
  /** Path of the page. */
  path: string;
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

/** The call tree of a transaction, in pages, each call with its value and its share of the gas. */
export function CallTree({ chain, calls, lookUp, position, path }: CallTreeProps) {
  const slice = sliceAt(branchesOf(calls), "calls", position);
  const whole = Number(calls[0]?.gasUsed ?? 0);
  return (
    <>
      <ol className="text-cell" aria-label="Calls inside this transaction">
        <li className={classes(LINE, "min-h-8 text-meta text-ink-3 max-m:hidden")} aria-hidden="true">
          <span>Call</span>
          <span className="text-right">Value, {chain.symbol}</span>
          <span>Gas used</span>
        </li>
        {slice.rows.map((branch, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are in order and never change
          <CallRow key={slice.from + at} chain={chain} branch={branch} whole={whole} lookUp={lookUp} />
        ))}
      </ol>
      <SliceNav slice={slice} href={path} />
    </>
  );
}

interface CallRowProps {
  chain: EvmChain;
  branch: Branch;
  /** Gas of the whole transaction. */
  whole: number;
  lookUp: AddressLookup;
}

function CallRow({ chain, branch, whole, lookUp }: CallRowProps) {
  const { call, guides, isCaught } = branch;
  const { type, to, value, gasUsed, error } = call;
  const share = whole === 0 ? 0 : Math.min(100, (Number(gasUsed) / whole) * 100);
  return (
    <li
      className={classes(
        LINE,
        "min-h-9 border-t border-line hover:bg-hover max-m:grid-cols-[minmax(0,1fr)_auto] max-m:gap-2 max-m:px-4 max-m:py-1.5",
      )}
    >
      <div className="flex min-w-0 items-center gap-2 self-stretch">
        {guides.map((guide, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a guide is a place in its line
          <span key={at} className={GUIDE_LOOKS[guide]} />
        ))}
        <span className="sr-only">{`Depth ${call.depth}: `}</span>
        <Opcode quiet={type === "STATICCALL"}>{type.replace(/CALL$/, "") || type}</Opcode>
        <span className="truncate max-m:whitespace-normal max-m:wrap-anywhere">
          {to === undefined ? (
            <span className="text-ink-3">none created</span>
          ) : (
            <AccountLink chain={chain} account={lookUp(to)} copy={false} />
          )}{" "}
          <span className="font-mono text-id tracking-tight text-ink-2">{formatMethod(call)}</span>
        </span>
        {error !== undefined && (
          <span title={error}>
            <StatusPill status="reverted" plain word={isCaught ? "Reverted, caught" : "Reverted"} />
          </span>
        )}
      </div>
      <div className="text-right">
        {carriesValue(type) ? (
          <Amount value={value} decimals={WEI_DECIMALS} most={9} />
        ) : (
          <span className="text-ink-3">–</span>
        )}
      </div>
      <div className="flex items-center gap-3 max-m:hidden">
        <span className={classes(BAR, THIN_BAR, "flex-1")}>
          <i className="bg-ice-fill" style={{ width: `${share.toFixed(1)}%` }} />
        </span>
        <span className="min-w-14 text-right text-ink-3">{groupDigits(gasUsed)}</span>
      </div>
    </li>
  );
}

/** A static call sends no value, and a delegate call shows its caller's. */
function carriesValue(type: string): boolean {
  return type !== "STATICCALL" && type !== "DELEGATECALL";
}

function formatMethod({ type, value, methodHash, methodName }: EvmTraceCall): string {
  if (type.startsWith("CREATE")) return "new contract";
  if (methodHash !== undefined) return methodName ?? methodHash;
  return value === "0" ? "no input" : "value transfer";
}
