import { AddFilter } from "@/components/list/add-filter";
import { Chip } from "@/components/list/chip";
import { field } from "@/components/ui/field";
import { FILTERS } from "@/components/ui/layout";
import { SearchField } from "@/components/ui/search-field";
import { hrefTo } from "@/lib/contract/pages";
import { shortenTotal } from "@/lib/words/format";
import { VALIDATOR_FILTERS, type ValidatorListParams, validatorsHref } from "./list-params";

const STAKE_LEGEND =
  "ml-auto flex items-center gap-2 text-label text-ink-2 max-m:ml-0 *:inline-flex *:items-center *:gap-[7px] [&_i]:size-2.5 [&_i]:rounded-[2px] [&_i]:forced-color-adjust-none";

/** Filters of the list, each one query parameter, and a box that opens a validator. */
export function ValidatorFilters({ params, largest }: { params: ValidatorListParams; largest: string }) {
  const start = { ...params, after: undefined };
  const { value, unit } = shortenTotal(BigInt(largest), 9);
  return (
    <section className={FILTERS} aria-label="Filters">
      <form action={hrefTo("search")} method="get">
        <SearchField
          name="q"
          placeholder="NodeID or reward address"
          aria-label="Go to a NodeID or reward address"
          size={22}
        />
      </form>
      {VALIDATOR_FILTERS.map((filter) => {
        const chosen = params[filter.name];
        return chosen === undefined ? (
          <FilterForm key={filter.name} filter={filter} params={start} />
        ) : (
          <Chip
            key={filter.name}
            name={filter.says}
            value={`${chosen} ${filter.unit}`}
            withoutHref={validatorsHref({ ...start, [filter.name]: undefined })}
          />
        );
      })}
      {params.after !== undefined && (
        <Chip name="after rank" value={String(params.after)} withoutHref={validatorsHref(start)} />
      )}
      <div className={STAKE_LEGEND}>
        <span>
          <i className="bg-p-fill" />
          own
        </span>
        <span>
          <i className="bg-ice-fill" />
          {`delegated, of ${value}${unit && ` ${unit}`}`}
        </span>
      </div>
    </section>
  );
}

/** A chip that opens one field. The form keeps the other filters. */
function FilterForm(props: { filter: (typeof VALIDATOR_FILTERS)[number]; params: ValidatorListParams }) {
  const { filter, params } = props;
  const kept = new URL(validatorsHref(params), "http://firn").searchParams;
  return (
    <AddFilter label={filter.label} action={hrefTo("validators")} kept={kept}>
      <label className={field()}>
        <span className="text-ink-2">{filter.says}</span>
        <input name={filter.name} inputMode="decimal" size={6} required pattern={filter.form.source} />
        <span className="text-ink-3">{filter.unit}</span>
      </label>
    </AddFilter>
  );
}
