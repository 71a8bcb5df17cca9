import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/tokens";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { readContractQuestion } from "../../store/queries/evm/contract-question";
import { readTokensRead } from "../../store/queries/evm/nft";
import { readContract } from "../../store/queries/evm/token";
import { CONTRACT_FACTS, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { ContractQuestionTable } from "../../store/tables/evm/tokens";
import { notFound, partialHistory, requireWhole } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { pageOfAsked, readHoldersQuestion } from "../tokens/asked-holders-page";
import { takeHolders } from "../tokens/holders";
import { askSupply, presentToken } from "../tokens/present-token";
import { requireToken } from "../tokens/tokens";

const ERC1155 = TOKEN_STANDARDS.indexOf("ERC-1155");
const COLLECTIONS = [TOKEN_STANDARDS.indexOf("ERC-721"), ERC1155];

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
        ...presentToken(context, address, row, figures),
        ...(COLLECTIONS.includes(row?.standard ?? 0) && {
          metadataRead: await readTokensRead(context.db, tokenId),
        }),
        ...(question && { open: presentOpen(question) }),
        blockNumber: String(newest?.height ?? 0),
      },
    };
  });
  if (token.balancesFrom === "transfers") return token;
  const totalSupply = await askSupply(chain, address);
  return { ...token, ...(totalSupply === undefined ? {} : { totalSupply: String(totalSupply) }) };
};

export const reindexToken: Handler<typeof contract.reindexToken> = async ({ params, readEvm, service }) => {
  const address = fromHex(params.address.toLowerCase());
  const evmChainId = await readEvm(params.chainId, async (context) => {
    const id = await findAddressId(context.db, address);
    if (id !== undefined && (await readContract(context.db, id))) return context.evmChainId;
    throw notFound(context, `no contract at ${params.address} is known on chain ${params.chainId}`);
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

export const listTokenHolders: Handler<typeof contract.listTokenHolders> = async (request) => {
  const { params, query, service, readEvm, readEvmSlow } = request;
  const { pageToken, pageSize } = query;
  const { question, ...list } = await readEvm(params.chainId, async (context) => {
    const { tokenId } = await requireToken(context, params.address);
    const after = query.after === undefined ? undefined : await idOf(context, query.after);
    const canonical = { endpoint: "holders", tokenId, after };
    const row = await readContract(context.db, tokenId);
    const named = { tokenId, canonical, pageToken, after };
    const address = fromHex(params.address.toLowerCase());
    // Such a contract tells balances by token only.
    if (row?.standard === ERC1155) requireWhole(context, "holders of a collection");
    const asksNode = row?.asks_node || partialHistory(context) !== undefined;
    const question = asksNode
      ? await readHoldersQuestion(context, { ...named, contract: address })
      : undefined;
    return { ...named, question };
  });
  const asked = question && (await service.askedHolders.take(question));
  return readEvmSlow(params.chainId, async (context, yieldTurn) => {
    const page =
      question && asked
        ? pageOfAsked(context, asked, { ...question, canonical: list.canonical, pageSize })
        : await takeHolders(context, { ...list, pageSize }, yieldTurn);
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
      ...(question && { accountsAsked: question.accounts.length }),
    };
  });
};

function idOf({ db }: EvmContext, address: string): Promise<number | undefined> {
  return findAddressId(db, fromHex(address.toLowerCase()));
}
