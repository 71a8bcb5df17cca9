import type { ReactNode } from "react";
import { Chip } from "@/components/list/chip";
import { formatDate } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { type AddressTxType, queryOfFilter, type TxFilter } from "./tx-filter";

interface TxFiltersProps {
  /** Path of the page, and what of its query is not the filter's. */
  path: string;
  kept: Record<string, string>;
  filter: TxFilter;
  /** Types of the lists shown. */
  types: readonly AddressTxType[];
}

/** Filters of an address's transactions beside its chain: types and days, each one parameter of the address. */
export function TxFilters(props: TxFiltersProps) {
  const { path, kept, filter, types } = props;
  const { types: chosen = [], from, to } = filter;
  const hrefOf = (rest: TxFilter) => `${path}?${new URLSearchParams(kept)}&${queryOfFilter(rest)}`;
  const left = types.filter((type) => !chosen.includes(type));
  return (
    <>
      {chosen.map((type) => {
        const others = chosen.filter((one) => one !== type);
        const { types: _, ...rest } = filter;
        return (
          <Chip
            key={type}
            name="type"
            value={nameOf(type)}
            withoutHref={hrefOf(others.length === 0 ? rest : { ...rest, types: others })}
          />
        );
      })}
      {left.length > 1 && (
        <FilterForm {...props} label="Type">
          {chosen.map((type) => (
            <input key={type} type="hidden" name="types" value={type} />
          ))}
          <select name="types" className="field" aria-label="Type" required defaultValue="">
            <option value="" disabled>
              Choose a type
            </option>
            {left.map((type) => (
              <option key={type} value={type}>
                {nameOf(type)}
              </option>
            ))}
          </select>
        </FilterForm>
      )}
      {from !== undefined && <DayChip name="from" day={from} withoutHref={hrefOf(without(filter, "from"))} />}
      {to !== undefined && <DayChip name="to" day={to} withoutHref={hrefOf(without(filter, "to"))} />}
      {from === undefined && to === undefined && (
        <FilterForm {...props} label="Date">
          <DayField name="from" />
          <DayField name="to" />
        </FilterForm>
      )}
    </>
  );
}

/** A chip that opens to fields; the rest of the filter goes with them. */
function FilterForm({
  path,
  kept,
  filter,
  label,
  children,
}: TxFiltersProps & { label: "Type" | "Date"; children: ReactNode }) {
  const { types: _, ...withoutTypes } = filter;
  const rest = new URLSearchParams(queryOfFilter(label === "Type" ? withoutTypes : filter));
  return (
    <details className="addf">
      <summary className="chip chip-add">
        <Icon name="plus" />
        {label}
      </summary>
      <form action={path} method="get" className="row">
        {[...Object.entries(kept), ...rest].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <button type="submit" className="btn">
          Filter
        </button>
      </form>
    </details>
  );
}

function DayField({ name }: { name: "from" | "to" }) {
  return (
    <label className="field">
      <span className="mid">{name}</span>
      <input name={name} type="date" aria-label={`${name}, a day in UTC`} />
    </label>
  );
}

function DayChip({ name, day, withoutHref }: { name: string; day: string; withoutHref: string }) {
  return <Chip name={name} value={formatDate(Date.parse(day))} withoutHref={withoutHref} />;
}

function without(filter: TxFilter, name: "from" | "to"): TxFilter {
  const { [name]: _, ...rest } = filter;
  return rest;
}

function nameOf(type: AddressTxType): string {
  return type === "evm" ? "EVM transaction" : type;
}
