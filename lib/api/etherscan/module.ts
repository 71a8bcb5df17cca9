import type { z } from "zod";
import type { Actions } from "../../contract/etherscan/actions";
import { RESULT_WINDOW } from "../../contract/etherscan/actions";
import type { EtherscanAnswer } from "../../contract/etherscan/answers";
import type { Route } from "../../contract/route";
import { findChainEnd } from "../../store/queries/evm/figures";
import type { EvmContext, HandlerRequest } from "../handler";

/** A request about one chain. */
export interface Asked extends Pick<HandlerRequest<Route>, "read" | "readEvm" | "readEvmSlow" | "service"> {
  /** As `readEvm` takes it. */
  chainId: string;
}

/** The answers of a module, by action. The compiler names a missing one. */
export type Module<Name extends keyof Actions> = {
  [Action in keyof Actions[Name]]: (
    asked: Asked,
    query: Actions[Name][Action] extends z.ZodType ? z.output<Actions[Name][Action]> : never,
  ) => Promise<EtherscanAnswer>;
};

type Result = Extract<EtherscanAnswer, { result: unknown; status: string }>["result"];

export function ok(result: Result): EtherscanAnswer {
  return { status: "1", message: "OK", result };
}

/** A list, or that there is nothing in it, in the words that clients know. */
export function okList(result: Extract<Result, readonly unknown[]>, nothing: string): EtherscanAnswer {
  return result.length === 0 ? { status: "0", message: nothing, result: [] } : ok(result);
}

/** A refusal whose sentence may be known to clients by its beginning. */
export function notOk(result: string): EtherscanAnswer {
  return { status: "0", message: "NOTOK", result };
}

/** Items of a list to pass over, and the most to answer. */
export interface Part {
  skip: number;
  limit: number;
}

/** The part of a list that a page is; undefined if it is not within the window of results. */
export function partOf({ page, offset }: { page: number; offset: number }, most: number): Part | undefined {
  const limit = offset === 0 ? most : Math.min(offset, most);
  const skip = (Math.max(1, page) - 1) * limit;
  return Math.max(1, page) * (offset || limit) > RESULT_WINDOW ? undefined : { skip, limit };
}

/** What is answered outside of the window. */
export const TOO_FAR: EtherscanAnswer = {
  status: "0",
  message: `Result window is too large, PageNo x Offset size must be less than or equal to ${RESULT_WINDOW}`,
  result: null,
};

/** Height of the newest indexed block. */
export async function newestHeight({ db }: Pick<EvmContext, "db">): Promise<number> {
  return (await findChainEnd(db))?.height ?? 0;
}

/** A height as a number, `latest` being that of the newest indexed block. */
export async function heightOfBlock(
  context: Pick<EvmContext, "db">,
  block: number | "latest",
): Promise<number> {
  return block === "latest" ? newestHeight(context) : block;
}
