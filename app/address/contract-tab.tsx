import { findEvmChain, listL1Chains } from "@/app/[chain]/evm-chain";
import { Part, soon } from "@/app/part";
import { api, failureOf, toResult } from "@/app/server";
import { ChainSeg } from "@/components/address/chain-seg";
import { TABS } from "@/components/address/tabs";
import type { EvmChain } from "@/components/evm/chain";
import { CodeView } from "@/components/evm/contract/code-view";
import { ProxyChanges } from "@/components/evm/contract/proxy-changes";
import { type Called, ReadView } from "@/components/evm/contract/read-view";
import { SourceView } from "@/components/evm/contract/source-view";
import { Failure } from "@/components/state/failure";
import {
  callReadFunction,
  type EvmContractFacts,
  getContract,
  getContractSource,
  listProxyChanges,
  listReadFunctions,
} from "@/lib/contract/firn/contracts";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import type { FunctionRequest } from "./params";
import { NoChain, NoForm, type TabProps } from "./tab";

/** What a contract is, or what its functions answer, on the C-Chain or on an L1. */
export async function ContractTab(props: TabProps & { tab: "code" | "read" }) {
  const { identity, asked, tab } = props;
  const { account } = identity;
  if (account === undefined) return <NoForm what={TABS[tab]} form="0x" unread={identity.unread} />;
  const [evm, l1s] = await Promise.all([toResult(findEvmChain(asked.filter.l1 ?? "c")), listL1Chains()]);
  if (evm instanceof FirnError) return <Failure what={TABS[tab]} failure={failureOf(evm)} />;
  if (evm === undefined) return <NoChain l1={asked.filter.l1} what={TABS[tab]} />;
  const href = withQuery<"address">(props.href, { tab });
  return (
    <>
      {l1s.length > 0 && (
        <ChainSeg href={href} chain={asked.filter.l1 ?? "c"} all={false} letters={["c"]} l1s={l1s} />
      )}
      {tab === "code" ? (
        <Code chain={evm} account={account} />
      ) : (
        <Read chain={evm} account={account} l1={asked.filter.l1} asked={asked.call} />
      )}
    </>
  );
}

interface ContractProps {
  chain: EvmChain;
  account: string;
}

async function Code({ chain, account }: ContractProps) {
  const { facts } = await soon("node", {
    facts: toResult(api().get(getContract, { params: { chainId: chain.evmChainId, address: account } })),
  });
  return (
    <Part what="the contract" answer={facts}>
      {(found) => (
        <CodeView
          chain={chain}
          facts={found}
          changes={<Changes chain={chain} account={account} proxy={found.proxy} />}
          source={<Source chain={chain} account={account} hasCode={(found.code?.size ?? 0) > 0} />}
        />
      )}
    </Part>
  );
}

function Source({ chain, account, hasCode }: ContractProps & { hasCode: boolean }) {
  if (!hasCode) return null;
  const params = { chainId: chain.evmChainId, address: account };
  return (
    <Part what="the source code" answer={toResult(api().get(getContractSource, { params }))}>
      {(answer) => <SourceView {...answer} />}
    </Part>
  );
}

/** Clones never change. */
function Changes({ chain, account, proxy }: ContractProps & Pick<EvmContractFacts, "proxy">) {
  if (proxy === undefined || proxy.kind === "EIP-1167") return null;
  const params = { chainId: chain.evmChainId, address: account };
  return (
    <Part what="upgrades" answer={toResult(api().get(listProxyChanges, { params }))}>
      {(answer) => <ProxyChanges chain={chain} answer={answer} />}
    </Part>
  );
}

interface ReadProps extends ContractProps {
  l1: string | undefined;
  asked: FunctionRequest | undefined;
}

async function Read({ chain, account, l1, asked }: ReadProps) {
  const params = { chainId: chain.evmChainId, address: account };
  const { answer } = await soon("node", {
    answer: readFunctions(params, asked),
  });
  return (
    <Part what="the functions" answer={answer}>
      {({ listed, called }) => (
        <ReadView
          chain={chain}
          {...listed}
          called={called}
          path={hrefTo("address", { address: account }, { chain: undefined })}
          kept={{ tab: "read", chain: l1 }}
        />
      )}
    </Part>
  );
}

async function readFunctions(
  params: { chainId: string; address: string },
  asked: FunctionRequest | undefined,
) {
  const [listed, called] = await Promise.all([
    toResult(api().get(listReadFunctions, { params })),
    asked && call(params, asked),
  ]);
  if (listed instanceof FirnError) return listed;
  return called instanceof FirnError ? called : { listed, called };
}

async function call(
  params: { chainId: string; address: string },
  { signature, args, height }: FunctionRequest,
): Promise<Called | FirnError> {
  const called = { signature, args, height };
  if (!/^\d{0,11}$/.test(height))
    return { ...called, outcome: { fault: "The block must be a height, in digits", isOfBlock: true } };
  const query = {
    function: signature,
    arguments: JSON.stringify(args),
    ...(height !== "" && { height }),
  };
  const answer = await toResult(api().get(callReadFunction, { params, query }));
  if (!(answer instanceof FirnError)) return { ...called, outcome: answer };
  const isOfQuestion = answer.code === "BAD_PARAMETER" || answer.code === "NOT_FOUND";
  return isOfQuestion ? { ...called, outcome: { fault: answer.message } } : answer;
}
