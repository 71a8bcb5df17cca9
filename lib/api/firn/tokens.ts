import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/tokens";
import { findAddressId } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { readContractQuestion } from "../../store/queries/evm/contract-question";
import { countNfts, readTokensRead } from "../../store/queries/evm/nft";
import { readContract } from "../../store/queries/evm/token";
import { amountOf, CONTRACT_FACTS, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { ContractQuestionTable, TokenTable } from "../../store/tables/evm/tokens";
import { notFound, partialHistory, requireWhole } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import { answerHolders } from "../tokens/answer-holders";
import { askSupply, presentToken } from "../tokens/present-token";
import { requireToken } from "../tokens/tokens";

const ERC1155 = TOKEN_STANDARDS.indexOf("ERC-1155");
const ERC721 = TOKEN_STANDARDS.indexOf("ERC-721");
const COLLECTIONS = [ERC721, ERC1155];
/** Tokens of a collection that are counted for one answer. */
const MOST_COUNTED = 100_000;

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
        ...(row?.standard === ERC721 && (await presentBurned(context, tokenId, figures))),
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

/** Burned tokens of a collection, where the store alone tells them. */
async function presentBurned(
  context: EvmContext,
  tokenId: number,
  figures: TokenTable | undefined,
): Promise<Pick<contract.FirnToken, "burned">> {
  if (figures === undefined || partialHistory(context) !== undefined) return {};
  const ever = await countNfts(context.db, tokenId, MOST_COUNTED);
  return ever === undefined ? {} : { burned: ever - Number(amountOf(figures.supply)) };
}

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

export const listTokenHolders: Handler<typeof contract.listTokenHolders> = (request) =>
  answerHolders(request, async (context) => {
    const { tokenId } = await requireToken(context, request.params.address);
    const { standard, asks_node } = (await readContract(context.db, tokenId)) ?? {};
    // Such a contract tells balances by token only.
    if (standard === ERC1155) requireWhole(context, "holders of a collection");
    return { held: { tokenId }, asksNode: asks_node === true };
  });
