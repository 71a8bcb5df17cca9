import { Part, soon } from "@/app/part";
import { api, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { ChainRulesPanel } from "@/components/l1/chain-rules";
import { getChainRules } from "@/lib/contract/firn/chain-rules";

/** The rules of each indexed chain of a subnet. */
export async function Rules({ subnetId, evmChains }: { subnetId: string; evmChains: readonly EvmChain[] }) {
  const own = evmChains.filter((chain) => chain.subnetId === subnetId);
  const answers = await Promise.all(
    own.map(async (chain) => {
      const params = { chainId: chain.evmChainId };
      return { chain, ...(await soon("node", { rules: toResult(api().get(getChainRules, { params })) })) };
    }),
  );
  return answers.map(({ chain, rules }) => (
    <Part key={chain.evmChainId} what="the rules of the chain" answer={rules}>
      {(found) => <ChainRulesPanel chain={chain} rules={found} />}
    </Part>
  ));
}
