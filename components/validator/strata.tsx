import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { Panel } from "@/components/ui/panel";
import type { StakeSummary } from "@/lib/contract/firn/validators";
import { formatAmount, groupDigits, plural } from "@/lib/words/format";

const WIDTH = 1000;

interface StakeStrataProps {
  summary: StakeSummary;
  /** Right end of the head. */
  actions: ReactNode;
}

/** All stake as a core laid flat: one slice for each validator, largest first, with marks at a third and two thirds. */
export function StakeStrata({ summary, actions }: StakeStrataProps) {
  const { strata, thirdCount, twoThirdsCount, ownNodeId } = summary;
  const total = BigInt(summary.weight) + BigInt(summary.delegatedWeight);
  if (total === 0n) return null;
  const ends = endsOf(strata, total);
  const own = strata.findIndex(({ nodeId }) => nodeId === ownNodeId);
  const marks = marksOf(summary, ends);
  const ownAt = ((ends[own - 1] ?? 0) + (ends[own] ?? 0)) / 2;
  const ownIsClear = own >= 0 && marks.every(({ at }) => Math.abs(at - ownAt) > 160);
  return (
    <Panel title="Stake, largest first" aside="one slice per validator" actions={actions}>
      <div className="px-5 py-3 max-m:px-4">
        <div className="relative pt-3.5 pb-7">
          <svg
            className="h-10 w-full rounded-1 *:forced-color-adjust-none"
            viewBox={`0 0 ${WIDTH} 40`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Stake by validator. The largest ${thirdCount} hold a third of all stake, the largest ${twoThirdsCount} two thirds.`}
          >
            {strata.map(({ nodeId, weight }, index) => {
              const start = ends[index - 1] ?? 0;
              const width = (ends[index] ?? start) - start;
              return (
                <rect
                  key={nodeId}
                  x={start.toFixed(2)}
                  y="0"
                  width={(width - Math.min(0.9, width / 3)).toFixed(2)}
                  height="40"
                  fill="var(--p-fill)"
                  opacity={(0.9 - (0.65 * start) / WIDTH).toFixed(2)}
                >
                  <title>{`${nodeId}: ${formatAmount(BigInt(weight), 9, "AVAX")}`}</title>
                </rect>
              );
            })}
            {own >= 0 && (
              <rect
                x={(ends[own - 1] ?? 0).toFixed(2)}
                y="36"
                width={Math.max(2, (ends[own] ?? 0) - (ends[own - 1] ?? 0)).toFixed(2)}
                height="4"
                fill="var(--ink)"
              />
            )}
          </svg>
          {ownIsClear && <Label at={ownAt} text="your node" wide />}
          {marks.map(({ at, text }) => (
            <span key={text}>
              <span
                className="absolute top-0 bottom-5.5 border-0 border-l border-dashed border-ink-3"
                style={{ left: `${at / 10}%` }}
              />
              <Label at={at} text={text} />
            </span>
          ))}
        </div>
      </div>
    </Panel>
  );
}

/** Right edge of each slice, in the drawing's units. */
function endsOf(strata: StakeSummary["strata"], total: bigint): number[] {
  let sum = 0n;
  return strata.map(({ weight }) => {
    sum += BigInt(weight);
    return Number((sum * BigInt(WIDTH) * 100n) / total) / 100;
  });
}

/** A mark follows the last validator that it counts. */
function marksOf({ thirdCount, twoThirdsCount }: StakeSummary, ends: readonly number[]) {
  const at = (count: number) => ends[count - 1] ?? WIDTH;
  const twoThirds = { at: at(twoThirdsCount), text: `${groupDigits(twoThirdsCount)} hold two thirds` };
  if (twoThirds.at - at(thirdCount) < 160)
    return [
      {
        ...twoThirds,
        text: `${plural(thirdCount, "validator holds", "validators hold")} a third, ${groupDigits(twoThirdsCount)} two thirds`,
      },
    ];
  return [{ at: at(thirdCount), text: `${plural(thirdCount, "holds", "hold")} a third` }, twoThirds];
}

/** Centred under its mark, but within the drawing. */
function Label({ at, text, wide = false }: { at: number; text: string; wide?: boolean }) {
  const shift = at < 120 ? "0" : at > 880 ? "-100%" : "-50%";
  return (
    <span
      className={classes("absolute bottom-0 text-label whitespace-nowrap text-ink-2", wide && "max-m:hidden")}
      style={{ left: `${at / 10}%`, transform: `translateX(${shift})` }}
    >
      {text}
    </span>
  );
}
