import Link from "next/link";
import type { EvmChain } from "@/components/evm/chain";
import { ChainTag } from "@/components/ui/chain-tag";
import { chip } from "@/components/ui/chip";
import { Icon } from "@/components/ui/icon";
import { type ChartParams, hrefOfChart } from "./chart-params";

const CHIPS = "flex flex-wrap items-center gap-2 px-5 pt-2 pb-4 max-m:px-4";

/** The chains of a chart as links that add or remove one. The last one cannot be removed. */
export function ChainChips({ chart, all }: { chart: ChartParams; all: readonly EvmChain[] }) {
  if (all.length < 2) return null;
  const shown = all.filter(({ segment }) => chart.chains?.includes(segment) ?? true);
  return (
    <section className={CHIPS} aria-label="Chains">
      {all.map(({ segment, name, tag }) => {
        const isShown = shown.some((one) => one.segment === segment);
        const rest = shown.filter((one) => one.segment !== segment).map((one) => one.segment);
        const chains = isShown ? rest : [...rest, segment];
        const { chains: _, ...others } = chart;
        const href = hrefOfChart(chains.length === all.length ? others : { ...others, chains });
        const content = (
          <>
            <ChainTag chain={tag} />
            {name}
          </>
        );
        if (isShown && shown.length === 1)
          return (
            <span key={segment} className={chip("on")}>
              {content}
            </span>
          );
        return (
          <Link
            key={segment}
            className={chip(isShown ? "on" : "add")}
            href={href}
            prefetch={false}
            aria-label={`${tag} ${name}, ${isShown ? "hide" : "show"}`}
          >
            {content}
            <Icon name={isShown ? "x" : "plus"} />
          </Link>
        );
      })}
    </section>
  );
}
