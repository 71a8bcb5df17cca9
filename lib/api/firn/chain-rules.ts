import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/chain-rules";
import { NodeError } from "../../errors";
import { type NodeRules, readRules } from "../evm/chain-rules";
import { findEvents } from "../evm/contract-events";
import { readKnownParties } from "../evm/known-parties";
import type { Handler } from "../handler";

export const getChainRules: Handler<typeof contract.getChainRules> = async (request) => {
  const { params, readEvm } = request;
  const chain = await readEvm(params.chainId, async ({ nodes, facts, labels }) => ({ nodes, facts, labels }));
  try {
    const rules = await readRules(chain.nodes.contracts(chain.facts), (filter) =>
      findEvents({ ...request, chainId: params.chainId }, { ...filter, from: 0 }),
    );
    const known = await readKnownParties(
      { params, readEvm, labels: chain.labels },
      addressesIn(rules).map(fromHex),
    );
    return {
      upgrades: rules.upgrades,
      precompiles: rules.precompiles.map(({ address, roles, ...rest }) => ({
        contract: known(address),
        ...rest,
        roles: roles.map(({ account, role }) => ({ account: known(account), role })),
      })),
      ...(rules.fees && { fees: rules.fees }),
      ...(rules.rewards && { rewards: { ...rules.rewards, address: known(rules.rewards.address) } }),
      changes: rules.changes.map(({ address, ...change }) => ({
        ...change,
        ...(address !== undefined && { contract: known(address) }),
      })),
    };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const without = `The node did not tell the rules, which only chains of subnet-evm have: ${error.message}.`;
    return { upgrades: [], precompiles: [], changes: [], without };
  }
};

function addressesIn({ precompiles, rewards, changes }: NodeRules): string[] {
  return [
    ...precompiles.flatMap(({ address, roles }) => [address, ...roles.map(({ account }) => account)]),
    ...(rewards === undefined ? [] : [rewards.address]),
    ...changes.flatMap(({ address }) => address ?? []),
  ];
}
