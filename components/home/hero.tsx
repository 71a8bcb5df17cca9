import { Omnibox } from "@/components/search/omnibox";

interface HeroProps {
  /** Undefined while nobody could say. */
  network: string | undefined;
  /** One that there is. */
  height: number | undefined;
}

/** Head of the home page: whose view this is, and the large field. */
export function Hero({ network, height = 1 }: HeroProps) {
  const name = network === undefined ? "Avalanche" : network.charAt(0).toUpperCase() + network.slice(1);
  return (
    <section className="hero">
      <h1>{name}, as your own node sees it</h1>
      <Omnibox large />
      <ul className="hints" aria-label="What you can paste">
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
