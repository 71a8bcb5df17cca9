import { cleanName } from "@/components/ui/name";
import { Stat, Stats } from "@/components/ui/stats";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { BASE_UNITS, formatAmount, groupDigits, shortenTotal } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import type { MediaSchemes } from "../nft/metadata-state";

/** Totals of a token: supply, holders, transfers. */
export function TokenStats({
  chain,
  token,
  mediaSchemes,
}: {
  chain: Pick<EvmChain, "history">;
  token: FirnToken;
  mediaSchemes: MediaSchemes;
}) {
  const { totalSupply, decimals, symbol, holders, transfers, balancesFrom, ercType, metadataRead, burned } =
    token;
  const isCollection = ercType === "ERC-721";
  const isCounted = isCollection || ercType === "ERC-1155";
  return (
    <Stats count={metadataRead === undefined ? 4 : 5}>
      <Stat
        label={isCollection ? "Tokens" : "Supply"}
        {...(totalSupply === undefined
          ? { value: "Unknown" }
          : withBurned(
              formatTotal(
                BigInt(totalSupply),
                isCounted ? 0 : decimals,
                isCounted ? "" : cleanName(symbol ?? ""),
              ),
              burned,
            ))}
        detail={
          balancesFrom === "transfers"
            ? isCollection
              ? detailOfTokens(burned)
              : "minted minus burned"
            : totalSupply === undefined
              ? "the contract does not say"
              : "from the contract, through the node"
        }
      />
      <Stat label="Holders" {...countOf(holders, "from transfers", chain)} />
      <Stat label="Transfers" {...countOf(transfers, "one per batch item", chain)} />
      {metadataRead === undefined ? (
        <Stat
          label="Balances from"
          value={balancesFrom === "transfers" ? "Transfers" : "Node"}
          detail={
            balancesFrom === "transfers"
              ? "summed, equal to supply"
              : transfers === undefined
                ? "some transfers are not known"
                : "transfers do not add up"
          }
        />
      ) : (
        <>
          <Stat
            label="Metadata read"
            value={groupDigits(metadataRead)}
            {...(isCollection && totalSupply !== undefined && { unit: `of ${groupDigits(totalSupply)}` })}
            detail="in the background"
          />
          <Stat
            label="Images"
            value={mediaSchemes.length > 0 ? "Copied by Firn" : "Not fetched"}
            detail={mediaSchemes.length > 0 ? "images only, no scripts" : "FIRN_MEDIA turns it on"}
          />
        </>
      )}
    </Stats>
  );
}

/** A count of what all transfers say, if they say it. */
function countOf(count: number | undefined, detail: string, { history }: Pick<EvmChain, "history">) {
  const why = history === undefined ? "only the contract knows" : "not all blocks are counted";
  return count === undefined ? { value: "Not known", detail: why } : { value: groupDigits(count), detail };
}

function formatTotal(total: bigint, decimals: number | undefined, symbol: string) {
  if (decimals === undefined)
    return { value: groupDigits(total), unit: BASE_UNITS, title: formatAmount(total, decimals, symbol) };
  const { value, unit } = shortenTotal(total, decimals);
  return { value, unit: `${unit} ${symbol}`.trim(), title: formatAmount(total, decimals, symbol) };
}

/** A total and how many were burned: "4, 1 burned". */
function withBurned(total: ReturnType<typeof formatTotal>, burned = 0) {
  if (burned === 0) return total;
  const words = `${groupDigits(burned)} burned`;
  const { value, unit } = total;
  return unit === ""
    ? { ...total, value: `${value},`, unit: words }
    : { ...total, unit: `${unit}, ${words}` };
}

function detailOfTokens(burned: number | undefined): string {
  if (burned === undefined) return "burned ones, listed too, not counted";
  return burned === 0 ? "none burned" : "the list has burned ones too";
}
