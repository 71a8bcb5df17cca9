import type { EvmTraceCall } from "@/lib/contract/firn/evm-transactions";
import type { EvmChain } from "../chain";
import { ArgumentList } from "./arguments";
import type { CallTreeRow } from "./branches";
import { sayReason, sayValues } from "./failure-words";

interface CallDetailsProps {
  chain: EvmChain;
  row: CallTreeRow;
}

/** How far a level of the tree is moved to the right. */
const STEP_PX = 16;
const MOST_STEPS = 6;

/** Below a call of the tree: why it failed, and on demand what it was called with and returned. */
export function CallDetails({ chain, row: { call, isOrigin, lookUp } }: CallDetailsProps) {
  const { called, returned = [], failure, output, to } = call;
  const values = { chain, lookUp };
  if (failure === undefined && !hasValues(call)) return null;
  return (
    <div
      className="grid gap-1 px-5 pb-2 text-small max-m:px-4"
      style={{ marginLeft: STEP_PX * Math.min(call.depth, MOST_STEPS) }}
    >
      {failure !== undefined && (
        <p className="text-ink-2 wrap-anywhere">
          {isOrigin && <span className="font-strong text-ink">The failure began here. </span>}
          {reasonOf(call)}
        </p>
      )}
      {hasValues(call) && (
        <details>
          <summary className="cursor-pointer text-ink-3">{summaryOf(call)}</summary>
          {called !== undefined && (
            <ArgumentList
              {...values}
              args={called.args}
              contract={to === undefined ? undefined : lookUp(to)}
            />
          )}
          <ArgumentList {...values} args={named("returned", returned)} />
          <ArgumentList {...values} args={named("error", failure?.custom?.args ?? [])} />
          {output !== undefined && (
            <p className="mt-2 font-mono text-mono text-ink-2 wrap-anywhere">{`Returned ${output}`}</p>
          )}
        </details>
      )}
    </div>
  );
}

type Args = NonNullable<EvmTraceCall["returned"]>;

function named(what: string, args: Args): Args {
  return args.map((arg) => ({ ...arg, name: `${what} ${arg.name}` }));
}

function reasonOf({ failure, error }: EvmTraceCall): string {
  if (failure === undefined) return "";
  return `${error === "execution reverted" ? "Reverted" : "Failed"}${sayReason(failure)}`;
}

function hasValues({ called, returned = [], failure, output }: EvmTraceCall): boolean {
  const values = [...(called?.args ?? []), ...returned, ...(failure?.custom?.args ?? [])];
  return values.length > 0 || output !== undefined;
}

function summaryOf({ returned = [] }: EvmTraceCall): string {
  return returned.length === 0 ? "Values" : `Values, returned ${sayValues(returned)}`;
}
