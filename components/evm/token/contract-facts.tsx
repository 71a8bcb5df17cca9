import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { hrefTo } from "@/lib/contract/pages";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { CodeSize } from "../code-size";
import { formatOpen, missingReason } from "./open-facts";
import { ReadAgain } from "./read-again";

interface ContractFactsProps {
  chain: EvmChain;
  contract: EvmContract;
  /** Undefined for a contract whose tokens never moved. */
  token: FirnToken | undefined;
  /** Bytes of its code; undefined if the node did not say. */
  codeSize: number | undefined;
}

/** Facts about a token contract, with a reason for each that is missing. */
export function ContractFacts({ chain, contract, token, codeSize }: ContractFactsProps) {
  const { ercType, description, officialSite, deploymentDetails: deployment } = contract;
  const open = token?.open;
  const symbol = "symbol" in contract ? contract.symbol : undefined;
  const decimals = "decimals" in contract ? contract.decimals : undefined;
  const isGuess = open?.facts.includes("standard") === true;
  return (
    <Panel label="Facts">
      <KeyValue>
        <Fact label="Standard" {...(isGuess && { aside: "inferred from its events" })}>
          {ercType}
        </Fact>
        {contract.name === undefined && <Fact label="Name">{missingReason("name", token)}</Fact>}
        <Fact label="Symbol">
          {symbol === undefined ? missingReason("symbol", token) : <Name>{symbol}</Name>}
        </Fact>
        {ercType === "ERC-20" && <Fact label="Decimals">{decimals ?? missingReason("decimals", token)}</Fact>}
        <Fact label="Contract data" {...(open?.failure !== undefined && { aside: open.failure })}>
          {open === undefined ? "Read through the node" : formatOpen(open)}
          <ReadAgain path={`/firn/v1/chains/${chain.evmChainId}/tokens/${contract.address}:reindex`} />
        </Fact>
        <Fact label="Code" aside={codeSize === undefined ? "the node did not say" : undefined}>
          <CodeSize bytes={codeSize} />
        </Fact>
        {description !== undefined && (
          <Fact label="About">
            <Name most={2_000}>{description}</Name>
          </Fact>
        )}
        {officialSite !== undefined && (
          <Fact label="Site">
            <Name most={200}>{officialSite}</Name>
          </Fact>
        )}
        {deployment !== undefined && (
          <>
            <Fact label="Created in">
              <HashLink
                value={deployment.txHash}
                href={hrefTo("tx", { chain: chain.segment, id: deployment.txHash })}
                label="transaction"
              />
            </Fact>
            <Fact label="Created by">
              <AccountLink chain={chain} account={{ address: deployment.deployerAddress }} />
            </Fact>
            {deployment.deployerContractAddress !== undefined && (
              <Fact label="Through contract">
                <AccountLink chain={chain} account={{ address: deployment.deployerContractAddress }} />
              </Fact>
            )}
          </>
        )}
      </KeyValue>
    </Panel>
  );
}
