import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "../codec/bytes";
import type { Json } from "../codec/layout";
import { evmAddressOfPublicKey, recoverPublicKeys } from "../crypto/signatures";
import { formatId } from "../ids";
import { decodeContainer, encodeContainer } from "../proposer/proposervm";
import {
  countBy,
  describeWrapper,
  jsonText,
  NETWORKS,
  parseLossless,
  readCaptures,
  readContainers,
  readEvmBlocks,
} from "../vectors/read";
import { type CBlock, decodeCBlock, encodeCBlock } from "./block";
import { txToJson } from "./json";
import { decodeCTx, effectsOf, encodeCTx } from "./txs";

/** A container as decoded by the node's own codecs. */
interface Decoded {
  innerID: string;
  ethHash: string;
  parentHash: string;
  number: bigint;
  time: bigint;
  version: bigint;
  headerFieldCount: bigint;
  headerExtra: Record<string, bigint | string | null>;
  extDataLength: bigint;
  txs: string[];
  atomicTxs: { id: string; type: string; encoding: string; bytes: string; json: Json }[];
  outer: Json;
}

/** Header fields by their names in `eth_getBlockByNumber`. */
const ETH_NAMES: Record<string, string> = {
  uncleHash: "sha3Uncles",
  coinbase: "miner",
  baseFee: "baseFeePerGas",
  parentBeaconRoot: "parentBeaconBlockRoot",
};
/** Fields of that answer that are not part of the header. */
const BODY = new Set(["hash", "size", "totalDifficulty", "transactions", "uncles", "blockExtraData"]);

describe.each(NETWORKS)("every C-Chain container of $name", async ({ name }) => {
  const decoded = parseLossless<Decoded[]>(readCaptures(name).cDecoded);
  const containers = await readContainers(name, "C/block");
  const blocks = containers.map(({ bytes }) => decodeCBlock(decodeContainer(bytes, "c").inner));

  test("is in the captures", () => {
    expect(containers.length).toBe(decoded.length);
    expect(containers.length).toBe({ "custom-network": 202, "local-network": 170 }[name]);
  });

  test("gives the id it was accepted under, and encodes to the same bytes", () => {
    containers.forEach(({ id, bytes }, i) => {
      const container = decodeContainer(bytes, "c");
      expect(formatId(container.containerId)).toBe(id);
      expect(toHex(encodeContainer(container))).toBe(toHex(bytes));
      expect(describeWrapper(container)).toEqual(decoded[i]?.outer);
      expect(toHex(encodeCBlock(blocks[i] as CBlock))).toBe(toHex(container.inner));
    });
  });

  test("decodes to what the node's codecs read in it", () => {
    blocks.forEach(({ blockId, header, transactions, version, atomic }, i) => {
      const expected = decoded[i] as Decoded;
      expect(formatId(blockId)).toBe(expected.innerID);
      expect(toHex(blockId)).toBe(expected.ethHash);
      expect(toHex(header.parentHash)).toBe(expected.parentHash);
      expect([header.number, header.timestamp]).toEqual([expected.number, expected.time]);
      expect(BigInt(version)).toBe(expected.version);
      expect(BigInt(Object.keys(header).length)).toBe(expected.headerFieldCount);
      expect({
        ExtDataHash: toHex(header.extDataHash),
        ExtDataGasUsed: header.extDataGasUsed ?? null,
        BlockGasCost: header.blockGasCost ?? null,
        TimeMilliseconds: header.timestampMilliseconds ?? null,
        MinDelayExcess: header.minDelayExcess ?? null,
        TargetExponent: header.targetExponent ?? null,
        MinPriceExponent: header.minPriceExponent ?? null,
        SettledHeight: header.settledHeight ?? null,
        SettledGasUnix: header.settledGasUnix ?? null,
        SettledGasNumerator: header.settledGasNumerator ?? null,
        SettledExcess: header.settledExcess ?? null,
      }).toEqual(expected.headerExtra);
      expect(transactions.map(({ hash }) => toHex(hash))).toEqual(expected.txs);
      expect(
        atomic.txs.map((tx) => [`Unsigned${tx.txType}`, formatId(tx.txId), toHex(tx.bytes), atomic.form]),
      ).toEqual(expected.atomicTxs.map(({ type, id, bytes, encoding }) => [type, id, bytes, encoding]));
      atomic.txs.forEach((tx, n) => {
        expect(jsonText(txToJson(tx))).toBe(jsonText(expected.atomicTxs[n]?.json));
        expect(toHex(encodeCTx(tx))).toBe(toHex(tx.bytes));
        expect(formatId(decodeCTx(tx.bytes).txId)).toBe(formatId(tx.txId));
      });
    });
  });

  test("has the header of the EVM answers, in every field", async () => {
    const evmBlocks = await readEvmBlocks(name);
    blocks.forEach(({ blockId, header }, i) => {
      const expected = evmBlocks[i + 1] as Record<string, unknown>;
      expect(toHex(blockId)).toBe(expected.hash);
      const shown = Object.entries(header).map(([field, value]) => [
        ETH_NAMES[field] ?? field,
        typeof value === "bigint" ? `0x${value.toString(16)}` : toHex(value),
      ]);
      expect(Object.fromEntries(shown)).toEqual(
        Object.fromEntries(Object.entries(expected).filter(([field]) => !BODY.has(field))),
      );
    });
  });

  test("has atomic transactions signed by the accounts they spend from", () => {
    let checked = 0;
    for (const tx of blocks.flatMap(({ atomic }) => atomic.txs)) {
      for (const effect of effectsOf(tx)) {
        if (effect.kind !== "utxo.evmInput") continue;
        const [key] = recoverPublicKeys(
          tx.unsignedBytes,
          tx.credentials[effect.credential] ?? { signatures: [] },
        );
        expect(toHex(evmAddressOfPublicKey(key ?? fromHex("")))).toBe(toHex(effect.address));
        checked++;
      }
    }
    const fields = countBy(blocks.map(({ header }) => `${Object.keys(header).length} header fields`));
    const types = countBy(blocks.flatMap(({ atomic }) => atomic.txs.map(({ txType }) => txType)));
    expect(checked).toBeGreaterThan(4);
    console.info(name, fields, types, `signatures of ${checked} accounts`);
  });
});
