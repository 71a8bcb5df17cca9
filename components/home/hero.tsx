import { Omnibox } from "@/components/search/omnibox";

interface HeroProps {
  /** Undefined when unknown. */
  network: string | undefined;
  /** Height of an existing block, as an example. */
  height: number | undefined;
}

/** Head of the home page: the network's name and the search box. */
export function Hero({ network, height = 1 }: HeroProps) {
  const name = network === undefined ? "Avalanche" : network.charAt(0).toUpperCase() + network.slice(1);
  return (
    <section className="pt-4 pb-8 max-m:pt-1 max-m:pb-5">
      <h1 className="mb-4 text-[30px] leading-10 max-m:mb-3 max-m:text-[24px] max-m:leading-8">
        {name}, as your own node sees it
      </h1>
      <Omnibox large />
      <ul
        className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-meta text-ink-3 max-m:gap-x-4 max-m:gap-y-1.5 *:flex *:items-baseline *:gap-[7px] [&_code]:font-mono [&_code]:text-small [&_code]:text-ink-2"
        aria-label="What you can paste"
      >
        <li>
          Height <code>{height}</code>
        </li>
        <li>
          Transaction or block <code>0x…</code> <code>2Jk9…</code>
        </li>
        <li>
          Address <code>P-avax1…</code> <code>0x…</code>
        </li>
        <li>
          Validator <code>NodeID-…</code>
        </li>
      </ul>
    </section>
  );
}
