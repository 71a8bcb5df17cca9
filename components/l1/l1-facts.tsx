import Link from "next/link";
import { type EvmChain, isEvmAddress } from "@/components/evm/chain";
import { AddressLink } from "@/components/ui/address-link";
import { HashLink } from "@/components/ui/hash-link";
import { Aside, Fact, KeyValue } from "@/components/ui/key-value";
import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { OwnerRow } from "@/components/validator/owners";
import type { FirnL1 } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { vmName } from "./vm";

/** Chains of an L1, the manager of its validators, and its conversion. */
export function L1Facts({ l1, evmChains }: { l1: FirnL1; evmChains: readonly EvmChain[] }) {
  const { l1ValidatorManagerDetails: manager, owner, conversionTxHash, blockchains } = l1;
  return (
    <Panel title={blockchains.length === 1 ? "Chain" : "Chains"}>
      <KeyValue>
        {blockchains.map((chain) => (
          <ChainFacts key={chain.blockchainId} chain={chain} evmChains={evmChains} />
        ))}
        <ManagerFact manager={manager} blockchains={blockchains} evmChains={evmChains} />
        {conversionTxHash !== undefined && (
          <Fact label="Conversion">
            <HashLink
              value={conversionTxHash}
              href={hrefTo("tx", { chain: "p", id: conversionTxHash })}
              label="transaction"
            />
          </Fact>
        )}
        <OwnerRow label="Subnet owner" owner={owner} />
      </KeyValue>
    </Panel>
  );
}

/** The contract that decides who validates. An empty address means there is none. */
function ManagerFact({
  manager: { contractAddress, blockchainId },
  blockchains,
  evmChains,
}: {
  manager: FirnL1["l1ValidatorManagerDetails"];
  blockchains: FirnL1["blockchains"];
  evmChains: readonly EvmChain[];
}) {
  const home = blockchains.find((chain) => chain.blockchainId === blockchainId);
  // An account of a chain that is indexed has a page.
  const evm = isEvmAddress(contractAddress)
    ? evmChains.find((chain) => chain.blockchainId === blockchainId)
    : undefined;
  return (
    <Fact label="Validator manager">
      {contractAddress === "0x" ? (
        "no contract"
      ) : evm === undefined ? (
        <HashLink value={contractAddress} label="contract" grain />
      ) : (
        <AddressLink address={contractAddress} chain={evm.segment} label="contract" />
      )}
      <Aside>on</Aside>
      {home === undefined ? <HashLink value={blockchainId} label="blockchain" /> : <Name>{home.name}</Name>}
    </Fact>
  );
}

interface ChainFactsProps {
  chain: FirnL1["blockchains"][number];
  /** Chains whose blocks Firn has. */
  evmChains: readonly EvmChain[];
}

/** Rows about one blockchain of a subnet. */
export function ChainFacts({ chain, evmChains }: ChainFactsProps) {
  // Two blockchains may have one EVM chain id.
  const evm = evmChains.find(({ blockchainId }) => blockchainId === chain.blockchainId);
  return (
    <>
      <Fact
        label="Blockchain"
        {...(chain.evmChainId !== undefined && { aside: `EVM chain ${chain.evmChainId}` })}
      >
        <Name>{chain.name}</Name>
        <HashLink
          value={chain.blockchainId}
          href={hrefTo("tx", { chain: "p", id: chain.blockchainId })}
          label="blockchain"
        />
      </Fact>
      {evm === undefined && chain.evmChainId !== undefined && (
        <Fact label="Indexed" aside="see which flag or setting would index it">
          <Link href={hrefTo("blocks", { chain: chain.blockchainId })} prefetch={false}>
            Not here
          </Link>
        </Fact>
      )}
      {evm !== undefined && (
        <Fact label="Indexed">
          <Link href={hrefTo("blocks", { chain: evm.segment })} prefetch={false}>
            Blocks
          </Link>
          <Link href={hrefTo("txs", { chain: evm.segment })} prefetch={false}>
            Transactions
          </Link>
          <Link href={hrefTo("chart", { metric: "tps" }, { chains: evm.segment })} prefetch={false}>
            Charts
          </Link>
        </Fact>
      )}
      <Fact label="VM">
        {vmName(chain.vmId)}
        <HashLink value={chain.vmId} label="VM" />
      </Fact>
    </>
  );
}
