import { decodeTransaction } from "../../avalanche/evm/transaction";
import { InputError } from "../../errors";
import { readBodies } from "../../store/queries/evm/block";
import { readTransactions } from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import { decodeBody } from "../../store/rows/evm-body";
import { openAddressItems } from "../evm/address-page";
import { loadEvmRows } from "../evm/rows";
import type { EvmContext } from "../handler";
import { presentTransaction } from "../present/evm/etherscan";
import { answerList, inGroups, presentedWith } from "./lists";
import type { Module } from "./module";

/** The transactions that an account sent or received. */
export const listTransactions: Module<"account">["txlist"] = (asked, query) =>
  answerList(asked, query, async ({ context, range, order, part, yieldTurn }) => {
    const list = await openAddressItems(context, "native", query.address);
    const { skip, limit } = part;
    const found = await list.read({
      range,
      order,
      after: undefined,
      limit: skip + limit,
      groupBy: list.groupBy,
    });
    const read = openInputs(context);
    const items = await inGroups(found.slice(skip), yieldTurn, async (group) => {
      const positions = group.map(({ position }) => position);
      const transactions = await readTransactions(context.db, positions);
      const presented = await presentedWith(context, await loadEvmRows(context, { transactions }));
      const inputs = await read(positions);
      return positions.map((position) => presentTransaction(presented, position, inputs.get(position)));
    });
    return { items };
  });

/** Most bytes of input in one answer, which holds each twice as hex. */
const MOST_INPUT = 32 * 1024 * 1024;

/** Reads what transactions sent, by position. @throws InputError BAD_PARAMETER when all it read is too much */
function openInputs({ db }: EvmContext): (positions: readonly number[]) => Promise<Map<number, Uint8Array>> {
  let bytes = 0;
  return async (positions) => {
    const bodies = await readBodies(db, positions.map(heightOf));
    const inputs = new Map<number, Uint8Array>();
    for (const position of positions) {
      const body = bodies.get(heightOf(position));
      const signed = body && decodeBody(body)[indexInBlockOf(position)];
      if (signed === undefined) throw new Error(`the bytes of transaction ${position} are not stored`);
      const { input } = decodeTransaction(signed);
      inputs.set(position, input);
      bytes += input.length;
    }
    if (bytes <= MOST_INPUT) return inputs;
    throw new InputError(
      "BAD_PARAMETER",
      `the input of these transactions is longer than ${MOST_INPUT} bytes`,
      {
        hint: "ask for fewer with page and offset",
      },
    );
  };
}
