import { fromHex } from "../../avalanche/codec/bytes";
import { readUint256, TOTAL_SUPPLY_CALL } from "../../avalanche/evm/calls";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/firn/tokens";
import { InputError, NodeError } from "../../errors";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { readContractQuestion } from "../../store/queries/evm/contract-question";
import { readTokensRead } from "../../store/queries/evm/nft";
import { readContract } from "../../store/queries/evm/token";
import { amountOf, CONTRACT_FACTS, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { ContractQuestionTable } from "../../store/tables/evm/tokens";
import type { EvmContext, Handler } from "../handler";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { takeHolders } from "../tokens/holders";
import { requireToken } from "../tokens/tokens";

const COLLECTIONS = [TOKEN_STANDARDS.indexOf("ERC-721"), TOKEN_STANDARDS.indexOf("ERC-1155")];

export const getToken: Handler<typeof contract.getToken> = async ({ params, readEvm }) => {
  const address = fromHex(params.address.toLowerCase());
  const { chain, token } = await readEvm(params.chainId, async (context) => {
    const { tokenId, figures } = await requireToken(context, params.address);
    const row = await readContract(context.db, tokenId);
    const question = await readContractQuestion(context.db, tokenId);
    const [newest] = await listBlocks(context.db, { below: undefined, limit: 1 });
    return {
      chain: { nodes: context.nodes, facts: context.facts },
      token: {
        address: formatEvmAddress(address),
        ercType: TOKEN_STANDARDS[row?.standard ?? 0] ?? "UNKNOWN",
        ...(row?.name == null ? {} : { name: row.name }),
        ...(row?.symbol == null ? {} : { symbol: row.symbol }),
        ...(row?.decimals == null ? {} : { decimals: row.decimals }),
        totalSupply: String(amountOf(figures.supply)),
        holders: figures.holders,
        transfers: figures.transfers,
        ...(COLLECTIONS.includes(row?.standard ?? 0) && {
          metadataRead: await readTokensRead(context.db, tokenId),
        }),
        balancesFrom: row?.asks_node ? ("node" as const) : ("transfers" as const),
        ...(question && { open: presentOpen(question) }),
        blockNumber: String(newest?.height ?? 0),
      },
    };
  });
  if (token.balancesFrom === "transfers") return token;
  const { totalSupply: _, ...facts } = token;
  const totalSupply = await askSupply(chain, address);
  return { ...facts, ...(totalSupply === undefined ? {} : { totalSupply: String(totalSupply) }) };
};

export const reindexToken: Handler<typeof contract.reindexToken> = async ({ params, readEvm, service }) => {
  const address = fromHex(params.address.toLowerCase());
  const evmChainId = await readEvm(params.chainId, async (context) => {
    const id = await findAddressId(context.db, address);
    if (id !== undefined && (await readContract(context.db, id))) return context.evmChainId;
    throw new InputError("NOT_FOUND", `no contract at ${params.address} is known on chain ${params.chainId}`);
  });
  await service.reindexing.ask(evmChainId, { contract: address });
  return undefined;
};

const FACTS = ["name", "symbol", "decimals", "standard"] as const;

function presentOpen(question: ContractQuestionTable): NonNullable<contract.FirnToken["open"]> {
  const { facts, attempts, failed_since_ms, due_at_ms, failure } = question;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return {
    facts: FACTS.filter((fact) => (facts & CONTRACT_FACTS[fact]) !== 0),
    state: attempts === 0 ? "not-asked" : "unanswered",
    attempts,
    ...(failed_since_ms === null ? {} : { since: seconds(failed_since_ms) }),
    ...(attempts === 0 ? {} : { nextAt: seconds(due_at_ms) }),
    ...(failure === null ? {} : { failure }),
  };
}

/** Undefined when the contract or the node does not answer. */
async function askSupply(
  { nodes, facts }: Pick<EvmContext, "nodes" | "facts">,
  contract: Uint8Array,
): Promise<bigint | undefined> {
  try {
    return readUint256(await nodes.client(facts).callContract(contract, TOTAL_SUPPLY_CALL));
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}

export const listTokenHolders: Handler<typeof contract.listTokenHolders> = ({ params, query, readEvmSlow }) =>
  readEvmSlow(params.chainId, async (context, yieldTurn) => {
    const { tokenId } = await requireToken(context, params.address);
    const { pageToken, pageSize } = query;
    const after = query.after === undefined ? undefined : await idOf(context, query.after);
    const canonical = { endpoint: "holders", tokenId, after };
    const page = await takeHolders(context, { tokenId, canonical, pageToken, pageSize, after }, yieldTurn);
    const parties = await readParties(
      context.db,
      page.holders.map(({ holderId }) => holderId),
    );
    return {
      ...(page.nextPageToken === undefined ? {} : { nextPageToken: page.nextPageToken }),
      blockNumber: String(page.height),
      holders: page.holders.map(({ holderId, balance }) => ({
        holder: presentParty(parties.get(holderId) ?? ZERO_PARTY, context),
        balance: String(balance),
      })),
    };
  });

function idOf({ db }: EvmContext, address: string): Promise<number | undefined> {
  return findAddressId(db, fromHex(address.toLowerCase()));
}
