import { AddFilter } from "@/components/list/add-filter";
import { Chip } from "@/components/list/chip";
import { DayFilter } from "@/components/list/day-filter";
import { field } from "@/components/ui/field";
import { type QueryOf, withQuery } from "@/lib/contract/pages";
import { type AddressTxType, queryOfFilter, type TxFilter } from "./tx-filter";

interface TxFiltersProps {
  /** Path of the page, and the rest of its query. */
  path: string;
  kept: QueryOf<"address">;
  filter: TxFilter;
  /** Types of the lists shown. */
  types: readonly AddressTxType[];
}

/** Filters of an address's transactions besides the chain: types and days, each a query parameter. */
export function TxFilters({ path, kept, filter, types }: TxFiltersProps) {
  const { types: chosen = [], from, to } = filter;
  const left = types.filter((type) => !chosen.includes(type));
  const hrefOf = (rest: TxFilter) => withQuery<"address">(path, { ...kept, ...queryOfFilter(rest) });
  const fieldsOf = (rest: TxFilter) => new URLSearchParams(hrefOf(rest).split("?")[1]);
  return (
    <>
      {chosen.map((type) => (
        <Chip key={type} name="type" value={nameOf(type)} withoutHref={hrefOf(withoutType(filter, type))} />
      ))}
      {left.length > 1 && (
        <AddFilter label="Type" action={path} kept={fieldsOf(filter)}>
          <select name="types" className={field()} aria-label="Type" required defaultValue="">
            <option value="" disabled>
              Choose a type
            </option>
            {left.map((type) => (
              <option key={type} value={type}>
                {nameOf(type)}
              </option>
            ))}
          </select>
        </AddFilter>
      )}
      <DayFilter
        from={from}
        to={to}
        hrefWithout={(name) => hrefOf(without(filter, name))}
        action={path}
        kept={fieldsOf(filter)}
      />
    </>
  );
}

function withoutType({ types = [], ...rest }: TxFilter, type: AddressTxType): TxFilter {
  const others = types.filter((one) => one !== type);
  return others.length === 0 ? rest : { ...rest, types: others };
}

function without(filter: TxFilter, name: "from" | "to"): TxFilter {
  const { [name]: _, ...rest } = filter;
  return rest;
}

function nameOf(type: AddressTxType): string {
  return type === "evm" ? "EVM transaction" : type;
}
