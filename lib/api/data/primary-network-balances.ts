import { CLOCKS_DIFFER_SECONDS } from "../../avalanche/chain-clocks";
import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/data/primary-network-balances";
import { InputError } from "../../errors";
import { readAssets } from "../../store/queries/asset";
import { type BalanceGroup, readBalances, type UncertainExports } from "../../store/queries/balance";
import { readCut, readFirstBlockTime, readFirstTime, readHeadTime } from "../../store/queries/cut";
import { findOwners } from "../../store/queries/owner";
import { isGraphKnownAt } from "../../store/queries/tx-times";
import { CHAIN } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { type BalanceFacts, presentCBalances, presentPBalances, presentXBalances } from "../present/balances";
import { blockchainIdOf } from "../present/utxo/stored-output";
import { CHAINS, type Chain, chainOfCode } from "../request/chains";
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
  if (at !== undefined) {
    requireTime(span, at, context.genesis !== undefined);
  }
  // Before the network began all balances are 0.
  const isBefore = at !== undefined && at < span.first;
  const unknown = at === undefined || isBefore ? [] : await listUnknownAt(context, at);
  if (unknown.includes(chain)) throw unknownAt(chain, at ?? 0);
  const found = isBefore
    ? []
    : await readBalances(db, {
        owners: await findOwners(db, addresses),
        chain: chain.code,
        blockchainId: blockchainIdOf(network, chain.code),
        uncertain: await listUncertain(context),
        ...(at === undefined ? {} : { cut: await readCut(db, at) }),
      });
  const groups = found.filter((group) => !unknown.some((other) => isBetween(context, { group, other })));
  for (const other of unknown)
    context.markPartial(
      `what was between the ${chain.title} and the ${other.title} at ${at} is not known, and left out`,
    );
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

/** Chains of which nobody knows what had happened by a time: in blocks that are not stored, or in the X-Chain's graph. */
async function listUnknownAt({ db, gaps }: RequestContext, time: number): Promise<Chain[]> {
  const isGraphKnown = await isGraphKnownAt(db, time);
  return Object.values(CHAINS).filter(
    ({ code }) =>
      gaps.some((gap) => gap.chain === code && time < gap.time) || (code === CHAIN.x && !isGraphKnown),
  );
}

/** Exports that a chain whose beginning is not stored may have imported there: they are in no balance. */
async function listUncertain({
  db,
  gaps,
  network,
  markPartial,
}: RequestContext): Promise<UncertainExports[]> {
  return Promise.all(
    gaps.map(async (gap) => {
      const { title } = chainOfCode(gap.chain);
      markPartial(`exports to the ${title} that it may have imported before ${gap.before} are in no balance`);
      const { below } = await readCut(db, gap.time + CLOCKS_DIFFER_SECONDS - 1);
      return { destination: blockchainIdOf(network, gap.chain), below };
    }),
  );
}

function unknownAt({ title }: Chain, time: number): InputError {
  return new InputError(
    "BAD_PARAMETER",
    `the ${title}'s balances at ${time} are not known: Firn does not have all that had happened on it by then, or not its time`,
    { hint: `ask for a time after the first block of the ${title} that Firn has` },
  );
}

/** Whether outputs are on their way from or to a chain. */
function isBetween(
  { network }: RequestContext,
  { group: { chain, destination }, other }: { group: BalanceGroup; other: Chain },
): boolean {
  if (destination === null) return false;
  return chain === other.code || equalBytes(destination, blockchainIdOf(network, other.code));
}
