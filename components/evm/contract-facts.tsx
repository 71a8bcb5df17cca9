import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { EvmChain } from "./chain";
import { Party } from "./party";

/** What is known of a token contract: only what exists of it. */
export function ContractFacts({ chain, contract }: { chain: EvmChain; contract: EvmContract }) {
  const { ercType, description, officialSite, deploymentDetails: made } = contract;
  return (
    <Panel label="Facts">
      <KeyValue>
        <Fact label="Standard">{ercType}</Fact>
        {"symbol" in contract && contract.symbol !== undefined && (
          <Fact label="Symbol">{contract.symbol}</Fact>
        )}
        {"decimals" in contract && <Fact label="Decimals">{contract.decimals}</Fact>}
        {description !== undefined && <Fact label="About">{description}</Fact>}
        {officialSite !== undefined && <Fact label="Site">{officialSite}</Fact>}
        {made !== undefined && (
          <>
            <Fact label="Made in">
              <HashLink value={made.txHash} href={`/${chain.segment}/tx/${made.txHash}`} noun="transaction" />
            </Fact>
            <Fact label="Made by">
              <Party party={{ address: made.deployerAddress }} />
            </Fact>
            {made.deployerContractAddress !== undefined && (
              <Fact label="Through contract">
                <Party party={{ address: made.deployerContractAddress }} />
              </Fact>
            )}
          </>
        )}
      </KeyValue>
    </Panel>
  );
}
