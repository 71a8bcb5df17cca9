import type { z } from "zod";
import { fromHex } from "../../avalanche/codec/bytes";
import type { holderPage } from "../../contract/firn/tokens";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import type { Held } from "../../store/queries/evm/holder";
import { partialHistory } from "../evm/history";
import type { EvmContext, HandlerRequest } from "../handler";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { pageOfAsked, readHoldersQuestion } from "./asked-holders-page";
import { takeHolders } from "./holders";

/** What the holders are of, and whether transfers do not give their balances. */
interface HeldInQuestion {
  held: Held;
  asksNode: boolean;
}

interface HoldersRequest extends Pick<HandlerRequest<never>, "service" | "readEvm" | "readEvmSlow"> {
  params: { chainId: string; address: string };
  query: { after?: string | undefined; pageToken?: string | undefined; pageSize: number };
}

type HolderPage = z.infer<z.ZodObject<typeof holderPage>>;

/**
 * One page of holders, from transfers or, where those do not give balances, from the node.
 * @throws InputError NOT_FOUND, BAD_PAGE_TOKEN; NodeError
 */
export async function answerHolders(
  { params, query, service, readEvm, readEvmSlow }: HoldersRequest,
  findHeld: (context: EvmContext) => Promise<HeldInQuestion>,
): Promise<HolderPage> {
  const { pageToken, pageSize } = query;
  const { question, ...list } = await readEvm(params.chainId, async (context) => {
    const { held, asksNode } = await findHeld(context);
    const after =
      query.after === undefined ? undefined : await findAddressId(context.db, bytesOf(query.after));
    const { tokenId, number } = held;
    const canonical = {
      endpoint: "holders",
      tokenId,
      after,
      ...(number && { number: Buffer.from(number).toString("hex") }),
    };
    const named = { ...held, canonical, pageToken, after };
    const isAsked = asksNode || partialHistory(context) !== undefined;
    const question = isAsked
      ? await readHoldersQuestion(context, { ...named, contract: bytesOf(params.address) })
      : undefined;
    return { ...named, question };
  });
  const asked = question && (await service.askedHolders.take(question));
  return readEvmSlow(params.chainId, async (context, yieldTurn) => {
    const page =
      question && asked
        ? pageOfAsked(context, asked, { ...question, canonical: list.canonical, pageSize })
        : await takeHolders(context, { ...list, pageSize }, yieldTurn);
    const ids = page.holders.map(({ holderId }) => holderId);
    const parties = await readParties(context.db, ids);
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
}

function bytesOf(address: string): Uint8Array {
  return fromHex(address.toLowerCase());
}
