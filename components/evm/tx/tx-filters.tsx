import Link from "next/link";
import { Chip } from "@/components/list/chip";
import { chip } from "@/components/ui/chip";
import { Icon } from "@/components/ui/icon";
import { FILTERS } from "@/components/ui/layout";
import { hrefTo } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { KindSeg } from "../kind-seg";
import type { EvmTxListParams } from "../list-params";

/** Filters of an EVM chain's transactions, each a query parameter. */
export function EvmTxFilters({ chain, position }: { chain: EvmChain; position: EvmTxListParams }) {
  const { status, before } = position;
  const hrefOf = (kept: EvmTxListParams) => hrefTo("txs", { chain: chain.segment }, { ...kept });
  const newest = status === undefined ? {} : { status };
  return (
    <section className={FILTERS} aria-label="Filters">
      {status === undefined ? (
        <Link className={chip("add")} href={hrefOf({ status: "failed" })} prefetch={false}>
          <Icon name="plus" />
          Failed
        </Link>
      ) : (
        <Chip name="result" value={status} withoutHref={hrefOf(before === undefined ? {} : { before })} />
      )}
      {before !== undefined && (
        <>
          <Chip name="older than" value={headTail(before)} withoutHref={hrefOf(newest)} />
          <Link className="text-small" href={hrefOf(newest)} rel="prev" prefetch={false}>
            Newest transactions
          </Link>
        </>
      )}
      {chain.segment === "c" && <KindSeg kind="evm" />}
    </section>
  );
}
