import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { allowanceCall, balanceOfCall, readUint256 } from "../../avalanche/evm/calls";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import type * as contract from "../../contract/firn/approvals";
import type { RightThroughContract } from "../../contract/firn/approvals";
import { cursorOf, placeOf, unloggedIn, whyUnlogged } from "../evm/logs";
import type { Handler } from "../handler";
import { type AskedChain, askContract, readAskedChain } from "../tokens/ask-contract";
import { confirmRight, type FoundRight, listRights, presentRights } from "../tokens/passed-rights";

export const listRightsThrough: Handler<typeof contract.listRightsThrough> = async (request) => {
  const { params, query, readEvm } = request;
  const spender = fromHex(params.address.toLowerCase());
  const { chain, rights, ...page } = await readEvm(params.chainId, async (context) => {
    const { pageTokens, evmChainId } = context;
    const canonical = { endpoint: "rights", evmChainId, spender: toHex(spender) };
    const after =
      query.pageToken === undefined ? undefined : placeOf(pageTokens.readExact(query.pageToken, canonical));
    const { rights, next } = await listRights(context, { spender, after, limit: query.pageSize });
    return {
      chain: await readAskedChain(context),
      ...(next && { nextPageToken: pageTokens.issue(cursorOf(next), canonical) }),
      unread: unloggedIn(context, { from: 0, to: MAX_HEIGHT }).map(
        ({ from, to }) => `${from} to ${to}: ${whyUnlogged(context)}`,
      ),
      rights: (await presentRights(context, rights)).map(({ right, terms, partyOf }) => {
        const { through, owner, token } = right;
        return {
          right,
          shown: { ...terms, through: partyOf(through), owner: partyOf(owner), token: partyOf(token) },
        };
      }),
    };
  });
  const asked = await Promise.all(rights.map((each) => confirmThrough(chain, each)));
  return { ...page, rights: asked.flatMap((right) => right ?? []) };
};

/** A right with what both contracts say of it; undefined if nothing can be moved by it. */
async function confirmThrough(
  chain: AskedChain,
  {
    right,
    shown,
  }: {
    right: FoundRight;
    shown: Omit<RightThroughContract, "left" | "expiresAt" | "isConfirmed" | "leftToThrough" | "balance">;
  },
): Promise<RightThroughContract | undefined> {
  const { owner, through, token } = right;
  const ask = <T>(data: Uint8Array, read: (answer: Uint8Array | undefined) => T) =>
    askContract(chain, { contract: token, data, indexed: chain.indexed }, read);
  const [said, leftToThrough, balance] = await Promise.all([
    confirmRight(chain, right),
    ask(allowanceCall(owner, through), (answer) => readUint256(answer) ?? 0n),
    ask(balanceOfCall(owner), readUint256),
  ]);
  if (said === undefined || leftToThrough === 0n) return undefined;
  return {
    ...shown,
    ...said,
    isConfirmed: said.isConfirmed && leftToThrough !== undefined,
    ...(leftToThrough !== undefined && { leftToThrough: String(leftToThrough) }),
    ...(balance !== undefined && { balance: String(balance) }),
  };
}
