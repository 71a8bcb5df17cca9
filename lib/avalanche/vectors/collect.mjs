/**
 * Creates the test vectors of this room from capture folders of a real node:
 *
 *     node lib/avalanche/vectors/collect.mjs FOLDER_WITH_custom-network_AND_local-network
 *
 * `<network>.json.br`: the node's own JSON of blocks and transactions, and every container as decoded by its codecs, as
 * texts by name. The containers themselves are in the recordings of `lib/devnet`.
 * `../p/vectors/<type>.json`: one small accepted transaction per type, if any network has one, and one constructed by
 * the node's codec. Its effects and the API's fields for it are written by hand, and kept.
 * `../x/vectors/<type>.json` and `../c/vectors/<type>.json`: one accepted transaction per kind of content.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { parse, stringify } from "lossless-json";

const [folder] = parseArgs({ allowPositionals: true }).positionals;
const here = new URL("./", import.meta.url);
const read = (file) => parse(readFileSync(`${folder}/${file}`, "utf8"));
const NODE = "avalanchego/1.14.2";

const NETWORKS = [
  { name: "custom-network", networkId: 54321 },
  { name: "local-network", networkId: 12345 },
];

for (const { name } of NETWORKS) {
  const texts = {
    pBlocksHex: stringify(read(`${name}/platform/blocks-hex.json`).map(({ block }) => block)),
    pBlocks: stringify(read(`${name}/platform/blocks-json.json`).map(({ block }) => block)),
    pDecoded: stringify(read(`${name}/decoded/P-block.json`)),
    xBlocks: stringify(read(`${name}/xchain/blocks-json.json`).map(({ block }) => block)),
    xDecoded: stringify(read(`${name}/decoded/X-block.json`)),
    xTxs: stringify(read(`${name}/xchain/txs.json`).map(({ txID, json }) => ({ txID, json }))),
    cDecoded: stringify(read(`${name}/decoded/C-block.json`)),
  };
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(new URL(`${name}.json.br`, here), brotliCompressSync(JSON.stringify(texts), { params }));
}

const pTxs = new Map();
const samplesOf = (type) => pTxs.get(type) ?? pTxs.set(type, { type, samples: [] }).get(type);

for (const { name, networkId } of NETWORKS) {
  const types = new Map();
  const indexed = read(`${name}/index/P-block.json`).containers;
  read(`${name}/decoded/P-block.json`).forEach(({ txs, tx }, index) => {
    for (const each of [...(txs ?? []), ...(tx ? [tx] : [])]) types.set(each.id, { type: each.type, index });
  });
  const accepted = read(`${name}/platform/txs.json`).map((tx) => ({ ...tx, ...types.get(tx.txID) }));
  for (const type of new Set(accepted.map((tx) => tx.type))) {
    const [{ index, hex, txID, json }] = accepted
      .filter((tx) => tx.type === type)
      .sort((a, b) => a.hex.length - b.hex.length);
    const bytes = hex.slice(0, -8);
    samplesOf(type).samples.push({
      node: NODE,
      network: networkId,
      index,
      capturedAt: indexed[index].timestamp,
      txId: txID,
      bytes,
      json,
    });
  }
}
for (const { name, txID, bytes, json } of read("local-network/synthetic/p-txs.json")) {
  const type = name.split(" ")[0];
  samplesOf(type).samples.push({ node: NODE, network: 12345, constructed: name, txId: txID, bytes, json });
}
for (const { type, samples } of pTxs.values()) {
  const file = new URL(`../p/vectors/${fileName(type)}.json`, here);
  const known = existsSync(file) ? parse(readFileSync(file, "utf8")) : { samples: [] };
  const written = samples.map((sample) => {
    const effects = known.samples.find(({ txId }) => txId === sample.txId)?.effects;
    return effects === undefined ? sample : { ...sample, effects };
  });
  const { publicFields = "" } = known;
  writeFileSync(file, `${stringify({ type, publicFields, samples: written }, undefined, 1)}\n`);
}

collectShapes("x", (name) => {
  const indexed = read(`${name}/index/X-block.json`).containers;
  const places = new Map();
  read(`${name}/decoded/X-block.json`).forEach(({ txs }, index) => {
    for (const { id, type } of txs ?? []) places.set(id, { type, index });
  });
  return read(`${name}/xchain/txs.json`).map(({ txID, hex, json }) => {
    const { type, index } = places.get(txID);
    return { type, index, capturedAt: indexed[index].timestamp, txId: txID, bytes: hex.slice(0, -8), json };
  });
});
collectShapes("c", (name) => {
  const indexed = read(`${name}/index/C-block.json`).containers;
  return read(`${name}/decoded/C-block.json`).flatMap(({ atomicTxs }, index) =>
    (atomicTxs ?? []).map(({ id, type, bytes, json }) => ({
      type: type.replace("Unsigned", ""),
      index,
      capturedAt: indexed[index].timestamp,
      txId: id,
      bytes,
      json,
    })),
  );
});

/**
 * One accepted transaction, the first of the smallest, per type and kinds of content. Effects are derived from the node's
 * JSON, never by this codec: an existing sample keeps its own.
 */
function collectShapes(chain, readTxs) {
  const shapes = new Map();
  for (const { name, networkId } of NETWORKS) {
    for (const tx of readTxs(name).sort((a, b) => a.bytes.length - b.bytes.length)) {
      const shape = `${tx.type} ${shapeOf(tx.json.unsignedTx)}`;
      if (!shapes.has(shape)) shapes.set(shape, { ...tx, network: networkId });
    }
  }
  for (const type of new Set([...shapes.values()].map((tx) => tx.type))) {
    const txs = [...shapes.values()].filter((tx) => tx.type === type);
    const file = new URL(`../${chain}/vectors/${fileName(type)}.json`, here);
    const known = existsSync(file) ? parse(readFileSync(file, "utf8")).samples : [];
    const samples = txs.map(({ type: _, network, index, ...tx }) => {
      const effects = known.find(({ txId }) => txId === tx.txId)?.effects ?? [];
      return { node: NODE, network, index, ...tx, effects };
    });
    mkdirSync(new URL("./", file), { recursive: true });
    writeFileSync(file, `${stringify({ type, samples }, undefined, 1)}\n`);
  }
}

/** Kinds of operations and initial states, recognised by their fields; whether several outputs are exported, and to several owners. */
function shapeOf({ operations = [], initialStates = [], exportedOutputs = [] }) {
  const kinds = [
    ...operations.map(({ fxID, operation }) => `${fxID} ${Object.keys(operation)}`),
    ...initialStates.flatMap(({ fxIndex, outputs }) =>
      outputs.map((output) => `${fxIndex} ${Object.keys(output)}`),
    ),
    ...(exportedOutputs.length > 1 ? ["several"] : []),
    ...exportedOutputs.map(({ output }) => (output.addresses.length > 1 ? "shared" : "")),
  ];
  return [...new Set(kinds)].sort().join(", ");
}

for (const name of ["p-blocks", "proposervm", "warp"]) {
  const samples = read(`local-network/synthetic/${name}.json`);
  const text = stringify({ node: NODE, network: 12345, constructed: true, samples }, undefined, 1);
  writeFileSync(new URL(`${name}.json`, here), `${text}\n`);
}

/** `RegisterL1ValidatorTx` -> `register-l1-validator` */
function fileName(type) {
  return type
    .replace(/^BaseTx$/, "Base-tx")
    .replace(/Tx$/, "")
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=1)(?=[A-Z])/g, "-")
    .toLowerCase();
}
