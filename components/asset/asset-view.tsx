import Link from "next/link";
import { AddressLink } from "@/components/ui/address-link";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { cleanName, Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stats";
import { Cell, Row, Table } from "@/components/ui/table";
import type { FirnAsset } from "@/lib/contract/firn/assets";
import { hrefTo } from "@/lib/contract/pages";
import {
  formatAmount,
  formatPercent,
  formatTime,
  groupDigits,
  plural,
  shortenTotal,
} from "@/lib/words/format";
import { ASSET_TYPES } from "./words";

/** Holders that the page shows. */
const MOST_SHOWN = 25;

/** What `unknown` means, for a value that is missing because of it. */
const REASONS = {
  gap: "Firn lacks the beginning of a chain",
  many: "too many transactions to add up",
  avax: "not listed for AVAX",
} as const satisfies Record<NonNullable<FirnAsset["unknown"]>, string>;

/** An asset's figures: supply, holders, minters. */
export function AssetStats({ asset }: { asset: FirnAsset }) {
  const { holders, minters, unknown, cap, type, denomination, isAvax } = asset;
  const reason = unknown === undefined ? "" : REASONS[unknown];
  return (
    <Stats count={4}>
      <Stat label="Supply" {...supplyOf(asset)} />
      <Stat
        label="Holders"
        {...(holders === undefined
          ? { value: "Not known", detail: reason }
          : { value: groupDigits(holders.count), detail: "owners of unspent outputs" })}
      />
      <Stat
        label="More can be minted"
        {...(isAvax
          ? { value: "By staking", detail: "rewards of validators" }
          : cap === "fixed"
            ? { value: "No", detail: "fixed supply" }
            : minters === undefined
              ? { value: "Perhaps", detail: reason }
              : {
                  value: minters.length > 0 ? "Yes" : "No",
                  detail:
                    minters.length > 0 ? `by ${plural(minters.length, "owner")}` : "all rights are gone",
                })}
      />
      <Stat label="Kind" value={ASSET_TYPES[type]} detail={`${plural(denomination, "decimal")}`} />
    </Stats>
  );
}

function supplyOf({ supply, type, denomination, symbol, isAvax, unknown }: FirnAsset) {
  if (supply === undefined)
    return {
      value: "Not known",
      detail: unknown === undefined ? "" : isAvax ? REASONS.gap : REASONS[unknown],
    };
  const { value, unit } = shortenTotal(BigInt(supply), type === "secp256k1" ? denomination : 0);
  return {
    value,
    unit: `${unit} ${cleanName(symbol, 12)}`.trim(),
    title: formatAmount(BigInt(supply), type === "secp256k1" ? denomination : 0, cleanName(symbol)),
    detail: isAvax ? "by the P-Chain" : "in unspent outputs",
  };
}

/** Facts about an asset, with a link to its creation. */
export function AssetFacts({ asset }: { asset: FirnAsset }) {
  const { assetId, name, symbol, denomination, ofGenesis, createdTimestamp, minters = [] } = asset;
  return (
    <Panel label="Facts">
      <KeyValue>
        <Fact label="Name">
          <Name>{name}</Name>
        </Fact>
        <Fact label="Symbol">
          <Name>{symbol}</Name>
        </Fact>
        <Fact label="Decimals">{denomination}</Fact>
        <Fact label="Created">
          {ofGenesis ? (
            <Link href={hrefTo("block", { chain: "x", id: 0 })} prefetch={false}>
              by the network’s genesis
            </Link>
          ) : (
            <>
              <HashLink
                value={assetId}
                href={hrefTo("tx", { chain: "x", id: assetId })}
                label="transaction"
              />
              {createdTimestamp !== undefined && formatTime(createdTimestamp * 1000)}
            </>
          )}
        </Fact>
        {minters.length > 0 && (
          <Fact label="May be minted by">
            {minters.slice(0, MOST_SHOWN).map((minter) => (
              <Owners key={keyOf(minter)} of={minter} />
            ))}
            {minters.length > MOST_SHOWN && `and ${groupDigits(minters.length - MOST_SHOWN)} more`}
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

/** The largest holders; nothing where they are not known. */
export function AssetHolders({ asset }: { asset: FirnAsset }) {
  const { holders, supply = "0", symbol, type, denomination } = asset;
  if (holders === undefined || holders.count === 0) return null;
  const shown = holders.largest.slice(0, MOST_SHOWN);
  const title = holders.count > shown.length ? `Largest ${shown.length} holders` : "Holders";
  return (
    <Panel title={title} aside={groupDigits(holders.count)}>
      <Table
        caption="Holders, largest amount first"
        columns={[
          { label: "Holder" },
          { label: `Amount, ${cleanName(symbol, 12)}`, right: true },
          { label: "Share", right: true },
        ]}
      >
        {shown.map((holder) => (
          <Row key={keyOf(holder)}>
            <Cell at="a">
              <Owners of={holder} />
            </Cell>
            <Cell right at="b">
              <Amount value={holder.amount} decimals={type === "secp256k1" ? denomination : 0} />
            </Cell>
            <Cell right at="d">
              {formatPercent(holder.amount, supply)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

interface OwnerSet {
  addresses: readonly string[];
  threshold: number;
}

function keyOf({ addresses, threshold }: OwnerSet): string {
  return `${threshold} ${addresses.join()}`;
}

function Owners({ of: { addresses, threshold } }: { of: OwnerSet }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {addresses.length > 1 && <span className="text-ink-3">{`${threshold} of ${addresses.length}:`}</span>}
      {addresses.length === 0 && <span className="text-ink-3">nobody</span>}
      {addresses.map((address) => (
        <AddressLink key={address} address={`X-${address}`} />
      ))}
    </span>
  );
}
