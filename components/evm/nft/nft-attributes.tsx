import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { attributesOf } from "@/lib/avalanche/evm/nft-attributes";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnNft } from "@/lib/contract/firn/nfts";
import { formatPercent, groupDigits } from "@/lib/words/format";

/** A limit for the page. The raw metadata has them all. */
const MOST_SHOWN = 99;
const MOST_CHARACTERS = 200;

/** Attributes of a token, with the share of the collection's tokens that have the same value. */
export function NftAttributes({ token, firnNft }: { token: NftToken; firnNft: FirnNft | undefined }) {
  const all = attributesOf(token.metadata);
  if (all.length === 0) return null;
  const counts = new Map(
    firnNft?.attributes.map(({ name, value, tokens }) => [JSON.stringify([name, value]), tokens]),
  );
  const read = firnNft?.tokensRead ?? 0;
  const notes = [
    ...(all.length > MOST_SHOWN ? [`The first ${MOST_SHOWN} of ${groupDigits(all.length)}.`] : []),
    ...(counts.size > 0
      ? [`Percentages count the ${formatTokenCount(read)} whose metadata has been read.`]
      : []),
  ];
  return (
    <Panel
      title="Attributes"
      aside={groupDigits(all.length)}
      {...(notes.length > 0 && { note: notes.join(" ") })}
    >
      <dl className="grid grid-cols-3 overflow-clip max-m:grid-cols-2">
        {all.slice(0, MOST_SHOWN).map(({ name, value }, at) => {
          const tokens = counts.get(JSON.stringify([name, value]));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a token may say the same thing twice
            <div key={at} className="-mr-px -mb-px min-w-0 border-r border-b border-line px-5 py-3">
              <dt className="text-meta text-ink-3">
                <Name most={MOST_CHARACTERS}>{name}</Name>
              </dt>
              <dd className="flex justify-between gap-2 font-strong wrap-anywhere">
                <Name most={MOST_CHARACTERS}>{value}</Name>
                {tokens !== undefined && (
                  <span className="flex-none font-normal wrap-normal text-ink-2" data-share>
                    {formatPercent(tokens, read)}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}

function formatTokenCount(count: number): string {
  return count === 1 ? "one token" : `${groupDigits(count)} tokens`;
}
