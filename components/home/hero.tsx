import Link from "next/link";
import { Omnibox } from "@/components/search/omnibox";
import { hrefTo } from "@/lib/contract/pages";
import { upperFirst } from "@/lib/words/sentence";

interface HeroProps {
  /** Undefined when unknown. */
  network: { name: string; hrp: string } | undefined;
  /** Height of an existing block, as an example. */
  height: number | undefined;
  /** EVM chain ID of the C-Chain, as an example. */
  evmChainId: string | undefined;
  /** The operator's own, in paragraphs. */
  words?: readonly string[] | undefined;
}

/** Head of the home page: the network's name and the search box. */
export function Hero({ network, height, evmChainId, words = [] }: HeroProps) {
  const { name, hrp } = network ?? { name: "avalanche", hrp: "avax" };
  return (
    <section className="pt-4 pb-8 max-m:pt-1 max-m:pb-5">
      <h1 className="mb-4 text-[30px] leading-10 max-m:mb-3 max-m:text-[24px] max-m:leading-8">
        {upperFirst(name)}, as your own node sees it
      </h1>
      {words.map((paragraph) => (
        <p key={paragraph} className="mb-3 text-ink-2">
          {paragraph}
        </p>
      ))}
      <Omnibox large />
      <ul
        className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-meta text-ink-3 max-m:gap-x-4 max-m:gap-y-1.5 *:flex *:items-baseline *:gap-[7px] [&_code]:font-mono [&_code]:text-small [&_code]:text-ink-2"
        aria-label="What you can paste"
      >
        <li>Height {height === undefined ? <code>1</code> : <Example text={String(height)} />}</li>
        <li>
          Transaction or block <code>0x…</code> <code>2Jk9…</code>
        </li>
        <li>
          Address <code>{`P-${hrp}1…`}</code> <code>0x…</code>
        </li>
        <li>
          Validator <code>NodeID-…</code>
        </li>
        <li>
          Name <Example text="C-Chain" /> {evmChainId !== undefined && <Example text={evmChainId} />}
        </li>
      </ul>
    </section>
  );
}

/** A text that this network has, as a link to what a search for it finds. */
function Example({ text }: { text: string }) {
  return (
    <Link href={hrefTo("search", {}, { q: text })} prefetch={false}>
      <code>{text}</code>
    </Link>
  );
}
