import { parseId } from "../../avalanche/ids";
import { parseOutputName } from "../../contract/data/primary-network-utxos";
import { InputError } from "../../errors";
import { listCycles, readStakes } from "../../store/queries/stake";
import { findTx, readTxs } from "../../store/queries/tx";
import { readEmitted, type UtxoRow } from "../../store/queries/utxo";
import { CHAIN, heightOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { packUtxoKey } from "../page/utxo-cursor";
import type { PaidFacts } from "../present/staking/reward";
import { bytesMissing } from "../transactions/block-bytes";

/** The stakes that earned some rewards, and the transactions that paid them, in the given order. */
export async function readPaid(context: RequestContext, rows: readonly UtxoRow[]): Promise<PaidFacts[]> {
  if (rows.length === 0) return [];
  const { db } = context;
  const positions = rows.flatMap(({ stake_position }) => stake_position ?? []);
  const stakes = await readStakes(db, positions);
  const births = rows.map(({ created_position, position }) => created_position ?? position);
  const txs = await readTxs(db, CHAIN.p, [...positions, ...births]);
  const facts: PaidFacts[] = [];
  for (const [index, row] of rows.entries()) {
    const position = row.stake_position ?? row.position;
    const birth = births[index] ?? row.position;
    const stake = stakes.get(position);
    const tx = txs.get(position);
    const rewardTx = txs.get(birth);
    if (stake === undefined || tx === undefined || rewardTx === undefined) throw bytesMissing(position);
    const [cycle] = await listCycles(db, {
      position,
      at: { height: heightOf(birth), time: 0, below: birth, decidedBelow: birth },
      limit: 1,
    });
    facts.push({ row, stake: { ...stake, ...cycle }, txId: tx.tx_id, rewardTxId: rewardTx.tx_id });
  }
  return facts;
}

/** The key of the reward that `before` names. @throws InputError BAD_PARAMETER */
export async function readPaidStart(
  { db }: RequestContext,
  { before, sortOrder }: { before?: string | undefined; sortOrder: "asc" | "desc" },
): Promise<bigint | undefined> {
  if (before === undefined) return undefined;
  if (sortOrder === "asc") throw new InputError("BAD_PARAMETER", "before goes with sortOrder desc only");
  const { txHash, outputIndex } = parseOutputName(before);
  const tx = await findTx(db, CHAIN.p, parseId(txHash));
  const paid = tx === undefined ? [] : await readEmitted(db, CHAIN.p, [tx.position]);
  const row = paid.find(
    ({ output_index, reward_type }) => output_index === outputIndex && reward_type !== null,
  );
  if (row !== undefined) return packUtxoKey(row);
  throw new InputError("BAD_PARAMETER", `before must name an output that paid a reward, not ${before}`);
}
