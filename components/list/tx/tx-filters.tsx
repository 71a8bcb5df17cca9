import Link from "next/link";
import { KindSeg } from "@/components/evm/kind-seg";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { field } from "@/components/ui/field";
import { FILTERS } from "@/components/ui/layout";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import { AddFilter } from "../add-filter";
import { Chip } from "../chip";
import { DayFilter } from "../day-filter";
import { queryOfDays, type TxListParams, type TxTypeName } from "../list-params";

interface TxFiltersProps {
  chain: Chain;
  position: TxListParams;
  /** Types that can be filtered by. */
  types: readonly TxTypeName[];
}

/** Filters of the transaction list, each one query parameter. A form adds one. */
export function TxFilters({ chain, position, types }: TxFiltersProps) {
  const { before, ...filter } = position;
  const { addresses = [], types: chosen = [], l1ValidationId } = filter;
  const path = hrefTo("txs", { chain });
  const hrefOf = (kept: TxListParams) => hrefTo("txs", { chain }, queryOfTxs(chain, kept));
  // A filter that is added or removed begins at the newest again.
  const fieldsOf = (kept: TxListParams) => [...new URLSearchParams(hrefOf(kept).split("?")[1])];
  const left = types.filter((type) => !chosen.includes(type));
  return (
    <section className={FILTERS} aria-label="Filters">
      {addresses.map((address) => (
        <Chip
          key={address}
          name="address"
          value={headTail(address)}
          withoutHref={hrefOf({ ...filter, addresses: addresses.filter((one) => one !== address) })}
        />
      ))}
      {l1ValidationId !== undefined && (
        <Chip
          name="L1 validator"
          value={headTail(l1ValidationId)}
          withoutHref={hrefOf({ ...filter, l1ValidationId: undefined })}
        />
      )}
      {chosen.map((type) => (
        <Chip
          key={type}
          name="type"
          value={type}
          withoutHref={hrefOf({ ...filter, types: chosen.filter((one) => one !== type) })}
        />
      ))}
      {left.length > 0 && (
        <AddFilter label="Type" action={path} kept={fieldsOf({ ...filter, types: [] })}>
          {chosen.map((type) => (
            <input key={type} type="hidden" name="types" value={type} />
          ))}
          <select name="types" className={field()} aria-label="Type" required defaultValue="">
            <option value="" disabled>
              Choose a type
            </option>
            {left.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </AddFilter>
      )}
      {addresses.length === 0 && (
        <AddFilter label="Address" action={path} kept={fieldsOf(filter)}>
          <label className={field()}>
            <input
              name="addresses"
              placeholder={`${CHAINS[chain].letter}-…`}
              aria-label="Of address"
              size={22}
              required
              spellCheck={false}
            />
          </label>
        </AddFilter>
      )}
      <DayFilter
        {...queryOfDays(filter)}
        hrefWithout={(name) => hrefOf({ ...filter, [name]: undefined })}
        action={path}
        kept={fieldsOf(filter)}
      />
      {before !== undefined && (
        <>
          <Chip name="older than" value={headTail(before)} withoutHref={hrefOf(filter)} />
          <Link className="text-small" href={hrefOf(filter)} rel="prev" prefetch={false}>
            Newest transactions
          </Link>
        </>
      )}
      {chain === "c" && <KindSeg kind="atomic" />}
    </section>
  );
}

/** Address of the whole list. */
export function hrefOfTxs(chain: Chain): string {
  return hrefTo("txs", { chain }, queryOfTxs(chain, {}));
}

/** The query of a list. The plain address of the C-Chain's transactions lists EVM transactions, so atomic ones have a kind. */
export function queryOfTxs(
  chain: Chain,
  { addresses, types, l1ValidationId, before, ...days }: TxListParams,
): QueryOf<"txs"> {
  return {
    ...(chain === "c" && { kind: "atomic" }),
    addresses: addresses?.join(","),
    types: types?.join(","),
    l1: l1ValidationId,
    before,
    ...queryOfDays(days),
  };
}
