import type { CChainTransaction } from "../../contract/data/c-chain";
import type { PChainTransaction } from "../../contract/data/p-chain";
import type { XChainTransaction } from "../../contract/data/x-chain";
import type { RequestContext } from "../handler";
import { presentCTransaction } from "../present/tx/c-transaction";
import { presentPTransaction } from "../present/tx/p-transaction";
import { presentXTransaction } from "../present/tx/x-transaction";
import { readCTxFacts } from "./c-facts";
import { readPTxFacts } from "./p-facts";
import { readPresenting } from "./utxo-facts";
import { readXTxFacts } from "./x-facts";

/** Reads and presents a chain's transactions at some positions, in the given order. */
export const READ_TXS = {
  async p(context: RequestContext, positions: readonly number[]): Promise<PChainTransaction[]> {
    const facts = await readPTxFacts(context, positions);
    const as = await readPresenting(context, facts);
    return facts.map((one) => presentPTransaction(one, as));
  },
  async x(context: RequestContext, positions: readonly number[]): Promise<XChainTransaction[]> {
    const facts = await readXTxFacts(context, positions);
    const as = await readPresenting(context, facts);
    return facts.map((one) => presentXTransaction(one, as));
  },
  async c(context: RequestContext, positions: readonly number[]): Promise<CChainTransaction[]> {
    const facts = await readCTxFacts(context, positions);
    const as = await readPresenting(context, facts);
    return facts.map((one) => presentCTransaction(one, as));
  },
};
