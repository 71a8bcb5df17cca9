import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { AddressLink } from "@/components/ui/address-link";
import { ChainTag } from "@/components/ui/chain-tag";
import { cleanName, Name } from "@/components/ui/name";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Tag } from "@/components/ui/tag";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { SubnetCrumb } from "../subnet-crumb";

interface ContractHeadProps {
  chain: EvmChain;
  contract: EvmContract;
  /** Path of the page. */
  href: string;
  source: CopySource;
}

/** Head of a token's or a collection's page. */
export function ContractHead({ chain, contract, href, source }: ContractHeadProps) {
  const { address, ercType } = contract;
  const symbol = "symbol" in contract ? contract.symbol : undefined;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={chain.tag} />
          <SubnetCrumb chain={chain} />
          <span>{chain.name}</span>
          <Slash />
          <span>{ercType}</span>
        </>
      }
      title={nameOfContract(contract)}
      actions={<CopyAs {...source} path={href} />}
      idline={
        <>
          {symbol !== undefined && symbol !== "" && (
            <Tag>
              <Name>{symbol}</Name>
            </Tag>
          )}
          <AddressLink address={address} chain={chain.segment} full label="contract" />
        </>
      }
    />
  );
}

/** Its name, else its symbol, else its address. Anybody may have written the first two. */
export function nameOfContract(contract: EvmContract): string {
  const symbol = "symbol" in contract ? contract.symbol : undefined;
  const name = cleanName(contract.name || symbol || "", 80);
  return name || `${contract.ercType} ${headTail(contract.address)}`;
}
