import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { OwnerRow } from "@/components/validator/owners";
import type { FirnL1 } from "@/lib/contract/firn/l1s";
import { sayVm } from "./vm";

/** Chains of an L1, who manages its validators, and where it came from. */
export function L1Facts({ l1 }: { l1: FirnL1 }) {
  const { l1ValidatorManagerDetails: manager, owner, conversionTxHash, blockchains } = l1;
  return (
    <Panel title={blockchains.length === 1 ? "Chain" : "Chains"}>
      <KeyValue>
        {blockchains.map((chain) => (
          <ChainFacts key={chain.blockchainId} chain={chain} />
        ))}
        <Fact label="Validator manager">
          <HashLink value={manager.contractAddress} noun="contract" />
          <span className="aside">on</span>
          <HashLink value={manager.blockchainId} noun="blockchain" />
        </Fact>
        {conversionTxHash !== "" && (
          <Fact label="Conversion">
            <HashLink value={conversionTxHash} href={`/p/tx/${conversionTxHash}`} noun="transaction" />
          </Fact>
        )}
        <OwnerRow label="Subnet owner" owner={owner} />
      </KeyValue>
    </Panel>
  );
}

/** Rows about one blockchain of a subnet. */
export function ChainFacts({ chain }: { chain: FirnL1["blockchains"][number] }) {
  return (
    <>
      <Fact
        label="Blockchain"
        {...(chain.evmChainId !== undefined && { aside: `EVM chain ${groupDigits(chain.evmChainId)}` })}
      >
        {chain.name}
        <HashLink value={chain.blockchainId} href={`/p/tx/${chain.blockchainId}`} noun="blockchain" />
      </Fact>
      <Fact label="VM">
        {sayVm(chain.vmId)}
        <HashLink value={chain.vmId} noun="VM" />
      </Fact>
    </>
  );
}
