import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";
import { CHARTS, type ChartName, type ChartParams, defaultSpan, hasHours, hrefOfChart } from "./chart-params";
import type { Step } from "./chart-time";

const STEPS: Readonly<Record<Step, string>> = { day: "By day", hour: "By hour" };

/** Links to all charts, and the steps of charts that have hours. `chart` is undefined on the page of acceptance lag. */
export function ChartNav({ chart }: { chart: ChartParams | undefined }) {
  const hrefOf = (name: ChartName) =>
    hrefOfChart({
      name,
      step: "day",
      span: defaultSpan("day"),
      ...(chart?.chains !== undefined && { chains: chart.chains }),
    });
  return (
    <>
      <Seg label="Chart">
        {(Object.keys(CHARTS) as ChartName[]).map((name) => (
          <Link
            key={name}
            href={hrefOf(name)}
            prefetch={false}
            aria-current={name === chart?.name ? "page" : undefined}
          >
            {CHARTS[name].label}
          </Link>
        ))}
        <Link href={hrefTo("lag")} prefetch={false} aria-current={chart === undefined ? "page" : undefined}>
          Acceptance lag
        </Link>
      </Seg>
      {chart !== undefined && hasHours(chart.name) && (
        <Seg label="Step">
          {(Object.keys(STEPS) as Step[]).map((step) => (
            <Link
              key={step}
              href={hrefOfChart({ ...chart, step, span: defaultSpan(step) })}
              prefetch={false}
              aria-current={step === chart.step ? "true" : undefined}
            >
              {STEPS[step]}
            </Link>
          ))}
        </Seg>
      )}
    </>
  );
}
