import { Omnibox } from "@/components/search/omnibox";

/** Head of the home page: whose view this is, and the large field. `network` is undefined while nobody could say. */
export function Hero({ network }: { network: string | undefined }) {
  const name = network === undefined ? "Avalanche" : network.charAt(0).toUpperCase() + network.slice(1);
  return (
    <section className="hero">
      <h1>{name}, as your own node sees it</h1>
      <Omnibox large />
      <ul className="hints" aria-label="What you can paste">
        <li>
          Height <code>110</code>
        </li>
        <li>
          Transaction or block <code>2Jk9…</code> <code>0x…</code>
        </li>
        <li>
          Address <code>P-avax1…</code>
        </li>
        <li>
          Validator <code>NodeID-…</code>
        </li>
      </ul>
    </section>
  );
}
