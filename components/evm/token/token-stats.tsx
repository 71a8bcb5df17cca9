import { BASE_UNITS, formatAmount, groupDigits, shortenTotal } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import type { MediaSchemes } from "../nft/metadata-state";

/** Totals of a token: supply, holders, transfers. */
export function TokenStats({ token, mediaSchemes }: { token: FirnToken; mediaSchemes: MediaSchemes }) {
  const { totalSupply, decimals, symbol, holders, transfers, balancesFrom, ercType, metadataRead } = token;
  const isCollection = ercType === "ERC-721";
  const isCounted = isCollection || ercType === "ERC-1155";
  return (
    <Stats count={metadataRead === undefined ? 4 : 5}>
      <Stat
        label={isCollection ? "Tokens" : "Supply"}
        {...(totalSupply === undefined
          ? { value: "Not known" }
          : formatTotal(BigInt(totalSupply), isCounted ? 0 : decimals, isCounted ? "" : symbol))}
        detail={balancesFrom === "transfers" ? "minted minus burned" : "from the contract, through the node"}
      />
      <Stat label="Holders" value={groupDigits(holders)} detail="from transfers" />
      <Stat label="Transfers" value={groupDigits(transfers)} detail="one per batch item" />
      {metadataRead === undefined ? (
        <Stat
          label="Balances from"
          value={balancesFrom === "transfers" ? "Transfers" : "Node"}
          detail={balancesFrom === "transfers" ? "they add up" : "transfers do not add up"}
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
            label="Media"
            value={mediaSchemes.length > 0 ? "Copied by Firn" : "Not fetched"}
            detail={mediaSchemes.length > 0 ? "images only, no scripts" : "FIRN_MEDIA turns it on"}
          />
        </>
      )}
    </Stats>
  );
}

function formatTotal(total: bigint, decimals: number | undefined, symbol = "") {
  if (decimals === undefined)
    return { value: groupDigits(total), unit: BASE_UNITS, title: formatAmount(total, decimals, symbol) };
  const { value, unit } = shortenTotal(total, decimals);
  return { value, unit: `${unit} ${symbol}`.trim(), title: formatAmount(total, decimals, symbol) };
}
