import { toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/data/primary-network-balances";
import { InputError } from "../../errors";
import { readAssets } from "../../store/queries/asset";
import { readBalances } from "../../store/queries/balance";
import { readCut, readFirstBlockTime, readFirstTime, readHeadTime } from "../../store/queries/cut";
import { findOwners } from "../../store/queries/owner";
import type { Handler, RequestContext } from "../handler";
import { type BalanceFacts, presentCBalances, presentPBalances, presentXBalances } from "../present/balances";
import { blockchainIdOf } from "../present/utxo/stored-output";
import { CHAINS, type Chain } from "../request/chains";
import { readOwners, requireChain, requireNetwork } from "../request/network";
import { nothingKnown, requireBeginning } from "../transactions/genesis-blocks";

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
  await requireBeginning(context, chain);
  const span = await readSpan(context);
  if (span === undefined) throw nothingKnown(chain);
  if (at !== undefined) requireTime(span, at, context.genesis !== undefined);
  // Before the network began all balances are 0.
  const isBefore = at !== undefined && at < span.first;
  const groups = isBefore
    ? []
    : await readBalances(db, {
        owners: await findOwners(db, addresses),
        chain: chain.code,
        blockchainId: blockchainIdOf(network, chain.code),
        ...(at === undefined ? {} : { cut: await readCut(db, at) }),
      });
  return {
    chain,
    time: at ?? (await readHeadTime(db, chain.code)) ?? span.first,
    groups,
    assets: await readAssets(
      db,
      groups.map(({ asset }) => asset),
    ),
  };
}

/**
 * Time of the genesis (of the first block where the genesis is not known) and of the newest block of all chains, unix
 * seconds.
 */
async function readSpan({ db }: RequestContext): Promise<{ first: number; last: number } | undefined> {
  const heads = [await readFirstTime(db)];
  for (const { code } of Object.values(CHAINS)) {
    heads.push(await readFirstBlockTime(db, code), await readHeadTime(db, code));
  }
  const times = heads.filter((time) => time !== undefined);
  const first = (await readFirstTime(db)) ?? Math.min(...times);
  return times.length === 0 ? undefined : { first, last: Math.max(...times) };
}

/**
 * @throws InputError BAD_PARAMETER for a time after the newest block, or before the first one where the genesis is not
 * known
 */
function requireTime(
  { first, last }: { first: number; last: number },
  time: number,
  knowsGenesis: boolean,
): void {
  if (time <= last && (knowsGenesis || time >= first)) return;
  const [span, why] =
    time > last
      ? [`up to ${last}`, "ahead of the newest indexed block"]
      : [
          `from ${first} to ${last}`,
          "before the first indexed block, and the network's genesis is not known",
        ];
  throw new InputError(
    "BAD_PARAMETER",
    `blockTimestamp must be unix seconds ${span}, not ${time}: that is ${why}`,
  );
}
