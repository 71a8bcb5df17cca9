import { PartNav } from "@/components/list/part-nav";
import { type Place, partAt } from "@/components/list/place";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { StatusPill } from "@/components/ui/status-pill";
import type { EvmTraceCall } from "@/lib/contract/firn/evm";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import type { NameParty } from "../name-party";
import { Party } from "../party";
import { type Branch, branchesOf } from "./branches";

interface CallTreeProps {
  chain: EvmChain;
  calls: readonly EvmTraceCall[];
  nameParty: NameParty;
  place: Place;
  /** Of the page. */
  path: string;
}

/** Who called whom inside a transaction, by part; each with its value and its share of the gas. */
export function CallTree({ chain, calls, nameParty, place, path }: CallTreeProps) {
  const part = partAt(branchesOf(calls), "calls", place);
  const whole = Number(calls[0]?.gasUsed ?? 0);
  return (
    <>
      <ol className="tree" aria-label="Calls inside this transaction">
        <li className="n hd" aria-hidden="true">
          <span>Call</span>
          <span className="r">Value, {chain.symbol}</span>
          <span>Gas used</span>
        </li>
        {part.rows.map((branch, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are in order and never change
          <CallRow key={part.from + at} branch={branch} whole={whole} nameParty={nameParty} />
        ))}
      </ol>
      <PartNav part={part} path={path} />
    </>
  );
}

function CallRow({ branch, whole, nameParty }: { branch: Branch; whole: number; nameParty: NameParty }) {
  const { call, guides, isCaught } = branch;
  const { type, to, value, gasUsed, error } = call;
  const share = whole === 0 ? 0 : Math.min(100, (Number(gasUsed) / whole) * 100);
  return (
    <li className="n">
      <div className="c">
        {guides.map((guide, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a guide is a place in its line
          <span key={at} className={`g ${guide}`} />
        ))}
        <span className="sr">{`Depth ${call.depth}: `}</span>
        <span className={type === "STATICCALL" ? "op op-static" : "op"}>
          {type.replace(/CALL$/, "") || type}
        </span>
        <span className="fn">
          {to === undefined ? (
            <span className="dim">nobody</span>
          ) : (
            <Party party={nameParty(to)} copy={false} />
          )}{" "}
          <span className="m">{sayMethod(call)}</span>
        </span>
        {error !== undefined && (
          <span title={error}>
            <StatusPill status="reverted" plain word={isCaught ? "Reverted, caught" : "Reverted"} />
          </span>
        )}
      </div>
      <div className="r">
        {carriesValue(type) ? (
          <Amount value={value} decimals={WEI_DECIMALS} most={9} />
        ) : (
          <span className="dim">–</span>
        )}
      </div>
      <div className="gas">
        <span className="bar">
          <i style={{ width: `${share.toFixed(1)}%` }} />
        </span>
        <span className="r dim">{groupDigits(gasUsed)}</span>
      </div>
    </li>
  );
}

/** A static call sends nothing; the value a delegate call shows is its caller's. */
function carriesValue(type: string): boolean {
  return type !== "STATICCALL" && type !== "DELEGATECALL";
}

function sayMethod({ type, value, methodHash, methodName }: EvmTraceCall): string {
  if (type.startsWith("CREATE")) return "new contract";
  if (methodHash !== undefined) return methodName ?? methodHash;
  return value === "0" ? "no input" : "value transfer";
}
