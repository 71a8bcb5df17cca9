import Link from "next/link";
import type { InputHTMLAttributes } from "react";
import { AddFilter } from "@/components/list/add-filter";
import { Chip } from "@/components/list/chip";
import { DayFilter } from "@/components/list/day-filter";
import { queryOfDays } from "@/components/list/list-params";
import { chip } from "@/components/ui/chip";
import { field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { FILTERS } from "@/components/ui/layout";
import { hrefTo } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import { type EvmChain, isEvmAddress } from "../chain";
import { KindSeg } from "../kind-seg";
import {
  COIN_PATTERN,
  type EvmTxFilter,
  type EvmTxListParams,
  METHOD_PATTERN,
  queryOfEvmTxs,
} from "../list-params";
import { shortAccount } from "../short-account";

/** Filters of an EVM chain's transactions, each a query parameter. */
export function EvmTxFilters({ chain, position }: { chain: EvmChain; position: EvmTxListParams }) {
  const { before, ...filter } = position;
  const { status } = filter;
  const path = hrefTo("txs", { chain: chain.segment });
  const hrefOf = (kept: EvmTxListParams) => hrefTo("txs", { chain: chain.segment }, queryOfEvmTxs(kept));
  const without = (name: keyof EvmTxFilter) => hrefOf({ ...filter, [name]: undefined });
  // A filter that is added begins at the newest again.
  const kept = [...new URLSearchParams(hrefOf(filter).split("?")[1])];
  return (
    <section className={FILTERS} aria-label="Filters">
      {status === undefined ? (
        <Link className={chip("add")} href={hrefOf({ ...filter, status: "failed" })} prefetch={false}>
          <Icon name="plus" />
          Failed
        </Link>
      ) : (
        <Chip name="result" value={status} withoutHref={without("status")} />
      )}
      {FIELDS.map(({ name, label, word, says, input }) => {
        const value = filter[name];
        if (value !== undefined) {
          const shown = name === "min" ? `${value} ${chain.symbol}` : shorten(value);
          return <Chip key={name} name={word} value={shown} withoutHref={without(name)} />;
        }
        return (
          <AddFilter key={name} label={label} action={path} kept={kept}>
            <label className={field()}>
              <input name={name} aria-label={says} required spellCheck={false} {...input} />
              {name === "min" && <span className="text-ink-2">{chain.symbol}</span>}
            </label>
          </AddFilter>
        );
      })}
      <DayFilter {...queryOfDays(filter)} hrefWithout={without} action={path} kept={kept} />
      {before !== undefined && (
        <>
          <Chip
            name="older than"
            value={before.startsWith("0x") ? headTail(before) : `block ${before.split("-")[0]}`}
            withoutHref={hrefOf(filter)}
          />
          <Link className="text-small" href={hrefOf(filter)} rel="prev" prefetch={false}>
            Newest transactions
          </Link>
        </>
      )}
      {chain.segment === "c" && <KindSeg kind="evm" />}
    </section>
  );
}

interface Field {
  name: "sender" | "receiver" | "method" | "min";
  /** On the chip that opens it, on that of a chosen value, and for who hears it. */
  label: string;
  word: string;
  says: string;
  input: InputHTMLAttributes<HTMLInputElement>;
}

const ADDRESS = { placeholder: "0x…", pattern: "0x[0-9a-fA-F]{40}", title: "0x and 40 hex digits", size: 22 };
const METHOD_FORMS = "A name, a signature like transfer(address,uint256), or a selector like 0xa9059cbb";

const FIELDS: readonly Field[] = [
  { name: "sender", label: "From", word: "from", says: "From address", input: ADDRESS },
  { name: "receiver", label: "To", word: "to", says: "To address", input: ADDRESS },
  {
    name: "method",
    label: "Method",
    word: "method",
    says: "Method: name, signature or selector",
    input: { placeholder: "transfer or 0xa9059cbb", pattern: METHOD_PATTERN, title: METHOD_FORMS, size: 22 },
  },
  {
    name: "min",
    label: "Value",
    word: "value at least",
    says: "Value at least",
    input: {
      placeholder: "at least",
      pattern: COIN_PATTERN,
      title: "A number like 1 or 0.25",
      inputMode: "decimal",
      size: 10,
    },
  },
];

/** An address, or a function's name, selector or signature. */
function shorten(value: string): string {
  if (isEvmAddress(value)) return shortAccount(value);
  return value.length > 30 ? headTail(value) : value;
}
