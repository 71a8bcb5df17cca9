import { toHex } from "../../avalanche/bytes";
import type * as contract from "../../contract/data/primary-network-balances";
import { InputError } from "../../errors";
import { readAssets } from "../../store/queries/asset";
import { readBalances } from "../../store/queries/balance";
import { readCut, readFirstTime, readHeadTime } from "../../store/queries/cut";
import { findOwners } from "../../store/queries/owner";
import { CHAINS, type Chain } from "../chains";
import type { Handler, RequestContext } from "../handler";
import { readOwners, requireChain, requireNetwork } from "../network";
import { type BalanceFacts, presentCBalances, presentPBalances, presentXBalances } from "../present/balances";
import { blockchainIdOf } from "../present/stored-output";

export const getBalancesByAddresses: Handler<typeof contract.getBalancesByAddresses> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const { network, dialect } = context;
    requireNetwork(network, params.network);
    const chain = requireChain(network, params.blockchainId);
    const addresses = readOwners(network, query.addresses);
    const facts = await readFacts(context, { chain, addresses, at: query.blockTimestamp });
    const assets = new Map([...facts.assets.values()].map((row) => [toHex(row.asset_id), row]));
    const as = { network, dialect, assets };
    const chainInfo = { chainName: chain.name, network: network.servedAs };
    switch (chain.letter) {
      case "p":
        return { balances: presentPBalances(as, facts), chainInfo };
      case "x":
        return { balances: presentXBalances(as, facts), chainInfo };
      case "c":
        return { balances: presentCBalances(as, facts), chainInfo };
    }
  });

async function readFacts(
  context: RequestContext,
  asked: { chain: Chain; addresses: readonly Uint8Array[]; at: number | undefined },
): Promise<BalanceFacts> {
  const { db, network } = context;
  const { chain, addresses, at } = asked;
  if (at !== undefined) await requireTime(context, at);
  const groups = await readBalances(db, {
    owners: await findOwners(db, addresses),
    chain: chain.code,
    blockchainId: blockchainIdOf(network, chain.code),
    ...(at === undefined ? {} : { cut: await readCut(db, at) }),
  });
  return {
    chain,
    time: at ?? (await readHeadTime(db, chain.code)) ?? (await readFirstTime(db)) ?? 0,
    groups,
    assets: await readAssets(
      db,
      groups.map(({ asset }) => asset),
    ),
  };
}

/** @throws InputError BAD_PARAMETER for a time before the genesis or after the newest block of all chains */
async function requireTime({ db }: RequestContext, time: number): Promise<void> {
  const first = (await readFirstTime(db)) ?? 0;
  const heads = [];
  for (const { code } of Object.values(CHAINS)) heads.push((await readHeadTime(db, code)) ?? first);
  const last = Math.max(...heads);
  if (time >= first && time <= last) return;
  const why = time < first ? "before the genesis" : "ahead of the newest indexed block";
  throw new InputError(
    "BAD_PARAMETER",
    `blockTimestamp must be unix seconds from ${first} to ${last}, not ${time}: that is ${why}`,
  );
}
