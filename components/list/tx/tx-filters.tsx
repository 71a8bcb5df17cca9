import Link from "next/link";
import { KindSeg } from "@/components/evm/kind-seg";
import { button } from "@/components/ui/button";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { FILTERS } from "@/components/ui/layout";
import { hrefTo } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import { Chip } from "../chip";
import type { TxListParams, TxTypeName } from "../list-params";

interface TxFiltersProps {
  chain: Chain;
  position: TxListParams;
  /** Types that can be filtered by. The API requires an address or an L1 validator with them. */
  types: readonly TxTypeName[];
}

/** Filters of the transaction list, each one query parameter. A form adds one. */
export function TxFilters({ chain, position, types }: TxFiltersProps) {
  const hrefOf = (kept: TxListParams) => hrefIn(chain, kept);
  const { addresses = [], types: chosen = [], l1ValidationId, before } = position;
  const canChooseTypes = addresses.length > 0 || l1ValidationId !== undefined;
  return (
    <section className={FILTERS} aria-label="Filters">
      {addresses.map((address) => (
        <Chip
          key={address}
          name="address"
          value={headTail(address)}
          withoutHref={hrefOf(
            withoutSubject(
              position,
              addresses.filter((one) => one !== address),
            ),
          )}
        />
      ))}
      {l1ValidationId !== undefined && (
        <Chip
          name="L1 validator"
          value={headTail(l1ValidationId)}
          withoutHref={hrefOf({ addresses, types: addresses.length > 0 ? chosen : [] })}
        />
      )}
      {chosen.map((type) => (
        <Chip
          key={type}
          name="type"
          value={type}
          withoutHref={hrefOf({
            ...position,
            before: undefined,
            types: chosen.filter((one) => one !== type),
          })}
        />
      ))}
      {before !== undefined && (
        <Chip
          name="after"
          value={headTail(before)}
          withoutHref={hrefOf({ ...position, before: undefined })}
        />
      )}
      {addresses.length === 0 && <AddressForm chain={chain} />}
      {canChooseTypes && (
        <TypeForm chain={chain} position={position} types={types.filter((type) => !chosen.includes(type))} />
      )}
      {chain === "c" && <KindSeg kind="atomic" />}
      {before !== undefined && (
        <Link
          className="text-small"
          href={hrefOf({ ...position, before: undefined })}
          rel="prev"
          prefetch={false}
        >
          Newest transactions
        </Link>
      )}
    </section>
  );
}

function AddressForm({ chain }: { chain: Chain }) {
  return (
    <form action={hrefTo("txs", { chain })} method="get" className="flex min-w-0 items-center gap-2">
      <KindField chain={chain} />
      <label className={field()}>
        <Icon name="plus" />
        <input
          name="addresses"
          placeholder={`Of address ${CHAINS[chain].letter}-…`}
          aria-label="Of address"
          size={22}
          required
          spellCheck={false}
        />
      </label>
      <button type="submit" className={button()}>
        Filter
      </button>
    </form>
  );
}

function TypeForm({ chain, position, types }: TxFiltersProps) {
  const { addresses = [], types: chosen = [], l1ValidationId } = position;
  return (
    <form action={hrefTo("txs", { chain })} method="get" className="flex min-w-0 items-center gap-2">
      <KindField chain={chain} />
      {addresses.length > 0 && <input type="hidden" name="addresses" value={addresses.join(",")} />}
      {l1ValidationId !== undefined && <input type="hidden" name="l1" value={l1ValidationId} />}
      {chosen.map((type) => (
        <input key={type} type="hidden" name="types" value={type} />
      ))}
      <select name="types" className={field()} aria-label="Type" required defaultValue="">
        <option value="" disabled>
          Add a type
        </option>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <button type="submit" className={button()}>
        Filter
      </button>
    </form>
  );
}

/** Types require an address or a validator: removing the last one removes them too. */
function withoutSubject(position: TxListParams, addresses: string[]): TxListParams {
  const keepsTypes = addresses.length > 0 || position.l1ValidationId !== undefined;
  return { addresses, l1ValidationId: position.l1ValidationId, types: keepsTypes ? position.types : [] };
}

/** The query for atomic transactions on the C-Chain, whose plain address lists EVM transactions. */
export function kindOf(chain: Chain): { kind?: "atomic" } {
  return chain === "c" ? { kind: "atomic" } : {};
}

/** Address of the whole list. */
export function hrefOfTxs(chain: Chain): string {
  return hrefIn(chain, {});
}

function KindField({ chain }: { chain: Chain }) {
  const { kind } = kindOf(chain);
  return kind === undefined ? null : <input type="hidden" name="kind" value={kind} />;
}

function hrefIn(chain: Chain, { addresses, types, l1ValidationId, before }: TxListParams): string {
  const subjects = { addresses: addresses?.join(","), types: types?.join(","), l1: l1ValidationId };
  return hrefTo("txs", { chain }, { ...kindOf(chain), ...subjects, before });
}
