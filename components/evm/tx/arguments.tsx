import { Amount } from "@/components/ui/amount";
import { escapeShapeless } from "@/components/ui/name";
import { Tag } from "@/components/ui/tag";
import type { RichAddress } from "@/lib/contract/data/evm";
import type { AbiArgumentShape, DecodedEntryShape } from "@/lib/contract/data/evm-abi";
import { AccountLink } from "../account-link";
import type { AddressLookup } from "../address-lookup";
import { type EvmChain, isEvmAddress } from "../chain";

interface ArgumentListProps {
  chain: Pick<EvmChain, "segment">;
  args: readonly AbiArgumentShape[];
  lookUp: AddressLookup;
  /** What was called or wrote the event: amounts of a token are shown in its units. */
  contract?: RichAddress | undefined;
}

/** Values of a call, an event or an error, a line each: name, type and value. */
export function ArgumentList({ args, ...rest }: ArgumentListProps) {
  return (
    <dl className="mt-2 grid grid-cols-[auto_auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-id max-m:grid-cols-[auto_minmax(0,1fr)]">
      {args.map((arg, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an argument is a place in its list
        <ArgumentLine key={at} arg={arg} {...rest} />
      ))}
    </dl>
  );
}

/** Marks a name that is only likely. */
export function GuessTag({ entry }: { entry: Pick<DecodedEntryShape, "by"> | undefined }) {
  if (entry?.by !== "guess") return null;
  return (
    <span title="Its selector is that of a common signature. The contract’s own ABI is not known.">
      <Tag>Guess</Tag>
    </span>
  );
}

function ArgumentLine({
  chain,
  arg: { name, type, value },
  contract,
  lookUp,
}: Omit<ArgumentListProps, "args"> & { arg: AbiArgumentShape }) {
  const { decimals, symbol = "" } = contract ?? {};
  const isAmount = decimals !== undefined && AMOUNTS.includes(name) && type === "uint256";
  return (
    <div className="col-span-full grid grid-cols-subgrid items-baseline">
      <dt className="min-w-0 text-ink-2 wrap-anywhere">{name}</dt>
      <dd className="min-w-0 font-mono text-fine text-ink-3 max-m:hidden">{type}</dd>
      <dd className="min-w-0 max-m:[&>span]:whitespace-normal max-m:[&>span]:wrap-anywhere">
        {type === "address" && isEvmAddress(value) ? (
          <AccountLink chain={chain} account={lookUp(value)} />
        ) : isAmount ? (
          <>
            <Amount value={value} decimals={decimals} unit={symbol} />
            {decimals > 0 && <span className="ml-2 text-small text-ink-3">{value}</span>}
          </>
        ) : type === "string" ? (
          <span className="wrap-anywhere whitespace-pre-wrap">
            “<bdi>{escapeShapeless(value)}</bdi>”
          </span>
        ) : (
          <span className={type.startsWith("bytes") ? "font-mono text-mono wrap-anywhere" : "wrap-anywhere"}>
            {value}
          </span>
        )}
      </dd>
    </div>
  );
}

/** Names that standards give to amounts in a token's units. */
const AMOUNTS = ["value", "wad", "assets", "shares"];
