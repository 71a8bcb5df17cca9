import { AddFilter } from "@/components/list/add-filter";
import { Chip } from "@/components/list/chip";
import { field } from "@/components/ui/field";
import { type QueryOf, withQuery } from "@/lib/contract/pages";
import { formatDate } from "@/lib/words/format";
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
      {from !== undefined && (
        <Chip name="from" value={formatDay(from)} withoutHref={hrefOf(without(filter, "from"))} />
      )}
      {to !== undefined && (
        <Chip name="to" value={formatDay(to)} withoutHref={hrefOf(without(filter, "to"))} />
      )}
      {from === undefined && to === undefined && (
        <AddFilter label="Date" action={path} kept={fieldsOf(filter)}>
          <DayField name="from" />
          <DayField name="to" />
        </AddFilter>
      )}
    </>
  );
}

function DayField({ name }: { name: "from" | "to" }) {
  return (
    <label className={field()}>
      <span className="text-ink-2">{name}</span>
      <input name={name} type="date" aria-label={`${name}, UTC day`} />
    </label>
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

function formatDay(day: string): string {
  return formatDate(Date.parse(day));
}

function nameOf(type: AddressTxType): string {
  return type === "evm" ? "EVM transaction" : type;
}
