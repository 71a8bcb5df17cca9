import { equalBytes } from "../../avalanche/codec/bytes";
import { formatAddress, formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/shared-memory";
import { InputError, NodeError } from "../../errors";
import { findTx } from "../../store/queries/tx";
import { readEmitted } from "../../store/queries/utxo";
import { unpackBytes } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { blockchainIdOf } from "../present/utxo/stored-output";
import { CHAINS, type Chain } from "../request/chains";

export const getSharedMemory: Handler<typeof contract.getSharedMemory> = async ({
  params,
  service,
  read,
}) => {
  const txId = parseId(params.txHash);
  const exported = await read((context) => findExported(context, txId));
  if (exported === undefined) throw new InputError("NOT_FOUND", `${params.txHash} exports nothing`);
  const outputs = exported.map(async ({ outputIndex, asked }) => {
    const listed = asked && (await service.sharedMemory(asked).catch(notSaid));
    const isListed = listed?.names.has(`${formatId(txId)}/${outputIndex}`);
    return { outputIndex, ...((isListed || listed?.isAll) && { isWaiting: isListed }) };
  });
  return { outputs: await Promise.all(outputs) };
};

function notSaid(error: unknown): undefined {
  if (!(error instanceof NodeError)) throw error;
}

/** The outputs of an export without an import, and the question to the node about each; undefined if it is none. */
async function findExported(context: RequestContext, txId: Uint8Array) {
  const { db, network } = context;
  for (const source of Object.values(CHAINS)) {
    const tx = await findTx(db, source.code, txId);
    if (tx === undefined) continue;
    const emitted = await readEmitted(db, source.code, [tx.position]);
    const exported = emitted.filter(({ destination }) => destination !== null);
    if (exported.length === 0) return undefined;
    return exported
      .filter(({ consumed_position }) => consumed_position === null)
      .map(({ output_index: outputIndex, destination, owners }) => {
        const to = Object.values(CHAINS).find(({ code }) => isChain(context, code, destination));
        const [owner] = unpackBytes(owners, 20);
        if (to === undefined || owner === undefined) return { outputIndex, asked: undefined };
        const chain = letterOf(to);
        const address = `${chain}-${formatAddress(network.hrp, owner)}`;
        const sourceChain = formatId(blockchainIdOf(network, source.code));
        return { outputIndex, asked: { chain, address, sourceChain } };
      });
  }
  return undefined;
}

function isChain({ network }: RequestContext, code: Chain["code"], id: Uint8Array | null): boolean {
  const own = blockchainIdOf(network, code);
  return id !== null && own !== undefined && equalBytes(own, id);
}

function letterOf({ letter }: Chain): "P" | "X" | "C" {
  return letter.toUpperCase() as "P" | "X" | "C";
}
