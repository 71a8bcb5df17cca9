import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { hrefTo } from "@/lib/contract/pages";
import type { EvmChain } from "../chain";
import { Party } from "../party";
import { sayMissing, sayOpen } from "./open-facts";
import { ReadAgain } from "./read-again";

interface ContractFactsProps {
  chain: EvmChain;
  contract: EvmContract;
  /** Absent of a contract none of whose tokens was ever moved. */
  token: FirnToken | undefined;
}

/** What is known of a token contract, and of what it has no answer to or gave none yet. */
export function ContractFacts({ chain, contract, token }: ContractFactsProps) {
  const { ercType, description, officialSite, deploymentDetails: made } = contract;
  const open = token?.open;
  const symbol = "symbol" in contract ? contract.symbol : undefined;
  const decimals = "decimals" in contract ? contract.decimals : undefined;
  const isGuess = open?.facts.includes("standard") === true;
  return (
    <Panel label="Facts">
      <KeyValue>
        <Fact label="Standard" {...(isGuess && { aside: "by its events" })}>
          {ercType}
        </Fact>
        {contract.name === undefined && <Fact label="Name">{sayMissing("name", token)}</Fact>}
        <Fact label="Symbol">{symbol ?? sayMissing("symbol", token)}</Fact>
        {ercType === "ERC-20" && <Fact label="Decimals">{decimals ?? sayMissing("decimals", token)}</Fact>}
        <Fact label="Asked" {...(open?.failure !== undefined && { aside: open.failure })}>
          {open === undefined ? "The contract, through the node" : sayOpen(open)}
          <ReadAgain path={`/firn/v1/chains/${chain.evmChainId}/tokens/${contract.address}:reindex`} />
        </Fact>
        {description !== undefined && <Fact label="About">{description}</Fact>}
        {officialSite !== undefined && <Fact label="Site">{officialSite}</Fact>}
        {made !== undefined && (
          <>
            <Fact label="Made in">
              <HashLink
                value={made.txHash}
                href={hrefTo("tx", { chain: chain.segment, id: made.txHash })}
                noun="transaction"
              />
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
