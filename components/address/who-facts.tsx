import Link from "next/link";
import type { ReactNode } from "react";
import { AddressLink } from "@/components/ui/address-link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, isChain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { TimeAgo } from "@/components/ui/time-ago";
import { hrefTo } from "@/lib/contract/pages";
import { activityOf, type Who } from "./who";

const LOOK = "col-span-full flex flex-wrap items-baseline gap-x-6 gap-y-1.5 text-small";

interface WhoFactsProps {
  address: string;
  who: Who;
  /** The size of its code on a chain, which the node is asked for. */
  codeOf: (chain: string) => ReactNode;
}

/** What is known of an address beside its forms: since when, on which chains, as what. Nothing for one that never was. */
export function WhoFacts({ address, who, codeOf }: WhoFactsProps) {
  const { chains, validates, manages } = who;
  const { first, last } = activityOf(chains);
  const areContracts = chains.filter(({ contract }) => contract !== undefined).length > 1;
  if (chains.length + validates.length + manages.length === 0) return null;
  return (
    <dl className={LOOK} data-who>
      {chains.flatMap(({ chain, label }) =>
        label === undefined ? [] : [<Known key={`label ${chain}`} label="Label" of={<Name>{label}</Name>} />],
      )}
      {first !== undefined && <Known label="First seen" of={<TimeAgo at={first * 1000} ago focusable />} />}
      {last !== undefined && <Known label="Last active" of={<TimeAgo at={last * 1000} ago focusable />} />}
      {chains.length > 0 && (
        <Known
          label="On"
          of={chains.map(({ chain, name }) => (
            <Link
              key={chain}
              href={hrefTo("address", { address }, { chain })}
              prefetch={false}
              className="inline-flex items-center gap-1.5"
            >
              <Tag chain={chain} />
              {!isChain(chain) && <Name>{name}</Name>}
              {isChain(chain) && <span className="sr-only">{name}</span>}
            </Link>
          ))}
        />
      )}
      {chains.map((one) => (
        <ContractFacts
          key={one.chain}
          {...{ address, ...one, code: codeOf(one.chain) }}
          on={
            areContracts && (
              <>
                <Tag chain={one.chain} />
                <span className="sr-only">{`on ${one.name}: `}</span>
              </>
            )
          }
        />
      ))}
      {validates.length > 0 && (
        <Known
          label="Paid by"
          of={validates.map(({ nodeId }) => (
            <HashLink
              key={nodeId}
              value={nodeId}
              href={hrefTo("validator", { id: nodeId }, {})}
              label="validator"
              copy={false}
            />
          ))}
        />
      )}
      {manages.length > 0 && (
        <Known
          label="Manages the validators of"
          of={manages.map(({ subnetId }) => (
            <HashLink
              key={subnetId}
              value={subnetId}
              href={hrefTo("l1", { id: subnetId })}
              label="L1"
              copy={false}
            />
          ))}
        />
      )}
    </dl>
  );
}

interface ContractFactsProps extends Pick<Who["chains"][number], "chain" | "contract"> {
  address: string;
  code: ReactNode;
  /** The chain, if there is a contract on others too. */
  on: ReactNode;
}

function ContractFacts({ address, chain, contract, code, on }: ContractFactsProps) {
  if (contract === undefined) return null;
  const { ercType, name, symbol, deployer, createdTxHash } = contract;
  const page = ercType === "ERC-20" ? "token" : ercType === "UNKNOWN" ? undefined : "collection";
  const title = name ?? symbol;
  return (
    <>
      {page !== undefined && (
        <Known
          on={on}
          label={page === "token" ? "Token" : "Collection"}
          of={
            <Link href={hrefTo(page, { chain, contract: address })} prefetch={false}>
              {title === undefined ? "Its page" : <Name>{title}</Name>}
            </Link>
          }
        />
      )}
      {deployer !== undefined && (
        <Known on={on} label="Creator" of={<AddressLink address={deployer} chain={chain} copy={false} />} />
      )}
      <Known on={on} label="Code" of={code} />
      {createdTxHash !== undefined && (
        <Known
          on={on}
          label="Created in"
          of={
            <HashLink
              value={createdTxHash}
              href={hrefTo("tx", { chain, id: createdTxHash })}
              label="transaction"
              copy={false}
            />
          }
        />
      )}
    </>
  );
}

function Tag({ chain }: { chain: string }) {
  return <ChainTag chain={isChain(chain) ? CHAINS[chain].letter : "L1"} />;
}

function Known({ label, of, on }: { label: string; of: ReactNode; on?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <dt className="inline-flex items-center gap-2 text-ink-3">
        {on}
        {label}
      </dt>
      <dd className="flex flex-wrap items-center gap-x-2.5 gap-y-1">{of}</dd>
    </div>
  );
}
