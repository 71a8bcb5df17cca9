import { base64nopad } from "@scure/base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { addressOfPublicKey } from "../../avalanche/crypto/signatures";
import { formatAddress } from "../../avalanche/ids";
import type { AssetDetails } from "../../contract/data/primary-network";
import { type PrimaryNetworkBlock, primaryNetworkBlock } from "../../contract/data/primary-network-blocks";
import type { Utxo } from "../../contract/data/utxo";
import { type XChainTransaction, xChainTransaction } from "../../contract/data/x-chain";
import { firnContainer } from "../../contract/firn/containers";
import { parseLossless } from "../../contract/rpc";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** The API's answers about the X-Chain compared with the recorded node's about the same blocks and transactions. */

const SDK = { "x-firn-dialect": "sdk" };

/** The parts of the node's JSON that the tests read. Integers beyond 2^53 are bigints. */
interface NodeBlock {
  id: string;
  parentID: string;
  height: number;
  time: number;
  txs: NodeTx[] | null;
}
interface NodeTx {
  id: string;
  unsignedTx: UnsignedTx;
  credentials: { credential: { signatures: string[] } }[];
}
interface UnsignedTx {
  inputs: Input[];
  importedInputs?: Input[];
  outputs: Output[];
  exportedOutputs?: Output[];
  memo: string;
  name?: string;
  symbol?: string;
  denomination?: number;
  initialStates?: { fxIndex: number; outputs: Inner[] }[];
  operations?: { assetID: string; inputIDs: { txID: string; outputIndex: number }[]; operation: Operation }[];
  sourceChain?: string;
  destinationChain?: string;
}
interface Input {
  txID: string;
  outputIndex: number;
  assetID: string;
  input: { amount: number | bigint };
}
interface Output {
  assetID: string;
  output: Inner;
}
interface Inner {
  amount?: number | bigint;
  addresses: string[];
  locktime: number;
  threshold: number;
  groupID?: number;
  payload?: string;
}
interface Operation {
  mintOutput?: Inner;
  transferOutput?: Inner;
  ownedOutput?: Inner;
  output?: Inner;
  outputs?: Inner[];
  groupID?: number;
  payload?: string;
}

describe.each(["custom-network", "local-network"])("the X-Chain of the recording %s", (name) => {
  let indexed: IndexedRecording;
  let blocks: NodeBlock[];
  let txs: (NodeTx & { block: NodeBlock })[];
  let answers: Map<string, XChainTransaction>;

  beforeAll(async () => {
    indexed = await indexRecording(name);
    blocks = repliesTo<{ block: NodeBlock }>("avm.getBlockByHeight", '"json"')
      .map(({ block }) => block)
      .filter(({ height }) => height > 0);
    txs = blocks.flatMap((block) => (block.txs ?? []).map((tx) => ({ ...tx, block })));
    answers = new Map();
    for (const { id } of txs) answers.set(id, xChainTransaction.parse(await ask(`/transactions/${id}`)));
  });
  afterAll(() => indexed.close());

  function repliesTo<Result>(method: string, params = ""): Result[] {
    return indexed.recording.answers
      .filter((answer) => answer.method === method && answer.params.includes(params))
      .map(({ reply }) => parseLossless(reply) as { result?: Result })
      .flatMap(({ result }) => (result === undefined ? [] : [result]));
  }

  async function ask(path: string, headers = {}, chain = "x-chain"): Promise<unknown> {
    const response = await fetch(`${indexed.url}/v1/networks/fuji/blockchains/${chain}${path}`, { headers });
    expect(response.status, path).toBe(200);
    return response.json();
  }

  function answerOf(id: string): XChainTransaction {
    const answer = answers.get(id);
    if (answer === undefined) throw new Error(`no answer for ${id}`);
    return answer;
  }

  test("has the node's blocks, by height and by id", async () => {
    expect(blocks.length).toBeGreaterThan(50);
    for (const block of blocks) {
      const byHeight = primaryNetworkBlock.parse(await ask(`/blocks/${block.height}`));
      expect(await ask(`/blocks/${block.id}`)).toEqual(byHeight);
      expect(byHeight).toMatchObject({
        blockNumber: String(block.height),
        blockHash: block.id,
        parentHash: block.parentID,
        blockTimestamp: Number(block.time),
        blockType: "Standard",
        transactions: (block.txs ?? []).map(({ id }) => id),
      } satisfies Partial<PrimaryNetworkBlock>);
      expect(byHeight.txCount).toBe(byHeight.transactions.length);
    }
  });

  test("has every transaction's block, inputs, outputs and memo", () => {
    const types = new Map<string, number>();
    for (const { id, unsignedTx, block } of txs) {
      const answer = answerOf(id);
      expect(answer).toMatchObject({
        txHash: id,
        chainFormat: "linear",
        blockHeight: Number(block.height),
        blockHash: block.id,
        timestamp: Number(block.time),
        txType: typeOf(unsignedTx),
        memo: unsignedTx.memo,
      });
      expect([answer.sourceChain, answer.destinationChain]).toEqual([
        unsignedTx.sourceChain,
        unsignedTx.destinationChain,
      ]);
      expect(answer.consumedUtxos.map(spentOf), id).toEqual(spentByNode(unsignedTx));
      expect(answer.emittedUtxos.map(madeOf), id).toEqual(madeByNode(id, unsignedTx));
      types.set(answer.txType, (types.get(answer.txType) ?? 0) + 1);
    }
    expect([...types.keys()].sort()).toEqual([
      "BaseTx",
      "CreateAssetTx",
      "ExportTx",
      "ImportTx",
      "OperationTx",
    ]);
  });

  test("has the amounts that a transaction consumed and created, by asset", () => {
    for (const { id, unsignedTx } of txs) {
      const answer = answerOf(id);
      const taken = [...unsignedTx.inputs, ...(unsignedTx.importedInputs ?? [])];
      expect(sumsOf(answer.amountUnlocked), id).toEqual(
        sumsOf(taken.map(({ assetID, input }) => ({ assetId: assetID, amount: String(input.amount) }))),
      );
      expect(sumsOf(answer.amountCreated), id).toEqual(sumsOf(madeByNode(id, unsignedTx)));
    }
  });

  test("has the signers of each input: the node's signatures, the owners' keys", () => {
    let signed = 0;
    for (const { id, unsignedTx, credentials } of txs)
      for (const [input, utxo] of answerOf(id).consumedUtxos.entries()) {
        const place = credentialOf(unsignedTx, input);
        const own = new Set(credentials[place]?.credential.signatures.map(stripHex));
        const shown = utxo.credentials ?? [];
        expect(
          new Set(shown.map(({ signature }) => stripHex(toHex(base64nopad.decode(signature))))),
          id,
        ).toEqual(own);
        expect(shown.length, id).toBe(own.size);
        for (const { publicKey } of shown) {
          const address = formatAddress(hrp(utxo), addressOfPublicKey(base64nopad.decode(publicKey)));
          expect(utxo.addresses, id).toContain(address);
          signed++;
        }
      }
    expect(signed).toBeGreaterThan(60);
  });

  test("has each output in the node's bytes", () => {
    const made = new Set(
      [...answers.values()].flatMap(({ emittedUtxos }) => emittedUtxos.map((utxo) => utxo.utxoBytes)),
    );
    const live = indexed.recording.answers
      .filter(({ method, params }) => method === "avm.getUTXOs" && !params.includes("sourceChain"))
      .flatMap(({ reply }) => (JSON.parse(reply).result?.utxos ?? []) as string[]);
    const avax = repliesTo<{ assetID: string }>("avm.getAssetDescription", '"AVAX"')[0]?.assetID;
    expect(live.length).toBeGreaterThan(20);
    expect(live.filter((hex) => !made.has(hex) && !isOfGenesis(hex, avax))).toEqual([]);
  });

  test("links spent outputs to the transactions that created them, on any chain", async () => {
    const chainNames = new Map([
      [indexed.recording.network.xChainId, "x-chain"],
      [indexed.recording.network.cChainId, "c-chain"],
    ]);
    const crossed = new Set<string>();
    for (const { txHash, timestamp, consumedUtxos } of answers.values())
      for (const { credentials: _, ...spent } of consumedUtxos) {
        expect(spent).toMatchObject({ consumingTxHash: txHash, consumingTxTimestamp: timestamp });
        const chain = chainNames.get(spent.createdOnChainId) ?? "p-chain";
        const maker = (await ask(`/transactions/${spent.creationTxHash}`, {}, chain)) as XChainTransaction;
        const made = maker.emittedUtxos.find(({ utxoId }) => utxoId === spent.utxoId);
        if (chain === "p-chain")
          expect(made).toMatchObject({ consumingTxHash: txHash, addresses: spent.addresses });
        else expect(made).toEqual(spent);
        if (chain !== "x-chain") crossed.add(chain);
      }
    expect([...crossed].sort()).toEqual(["c-chain", "p-chain"]);
  });

  test("has the node's facts of every asset", async () => {
    const described = repliesTo<{ assetID: string; name: string; symbol: string; denomination: string }>(
      "avm.getAssetDescription",
    );
    expect(described.length).toBeGreaterThan(5);
    for (const { assetID, name: assetName, symbol, denomination } of described) {
      const details = (await ask(`/assets/${assetID}`)) as AssetDetails;
      const creation = xChainTransaction.parse(await ask(`/transactions/${assetID}`));
      expect(details).toMatchObject({
        assetId: assetID,
        name: assetName,
        symbol,
        denomination: Number(denomination),
      });
      expect(details).toEqual(creation.assetCreated);
      expect(details.createdAtTimestamp).toBe(creation.timestamp);
      const rights = creation.emittedUtxos.some(
        ({ asset, utxoType }) => asset.assetId === assetID && utxoType === "mint",
      );
      expect(details.cap).toBe(rights ? "variable" : "fixed");
    }
    const types = await Promise.all(
      described.map(async ({ assetID }) => ((await ask(`/assets/${assetID}`)) as AssetDetails).type),
    );
    expect(new Set(types)).toEqual(new Set(["secp256k1", "nft", "property"]));
  });

  test("has the genesis asset's transaction, which is in no block", async () => {
    const [avax] = repliesTo<{ assetID: string }>("avm.getAssetDescription", '"AVAX"');
    const creation = await ask(`/transactions/${avax?.assetID}`);
    expect(creation).toMatchObject({ chainFormat: "non-linear", vertices: [], consumedUtxos: [] });
    const { tx } = repliesTo<{ tx: NodeTx }>("avm.getTx", `"${avax?.assetID}","encoding":"json"`)[0] ?? {};
    const made = xChainTransaction.parse(creation).emittedUtxos.map(madeOf);
    expect(made).toEqual(madeByNode(avax?.assetID ?? "", tx?.unsignedTx ?? EMPTY));
  });

  test("answers SDKs in types they know: a property is an nft, and nothing else differs", async () => {
    for (const [id, answer] of answers) {
      const sdk = await ask(`/transactions/${id}`, SDK);
      expect(sdk).toEqual(JSON.parse(JSON.stringify(answer).replaceAll('"type":"property"', '"type":"nft"')));
    }
  });

  test("gives each transaction's container by any of its ids", async () => {
    const get = async (key: string) =>
      firnContainer.parse(await (await fetch(`${indexed.url}/firn/v1/containers/x/${key}`)).json());
    for (const { id, block } of txs) {
      const { txIndex, ...byTx } = await get(id);
      expect(byTx).toEqual(await get(byTx.containerId));
      expect(byTx).toEqual(await get(block.id));
      expect(byTx).toEqual(await get(String(block.height)));
      const recorded = indexed.recording.containers["X/block"]?.[byTx.index];
      expect([byTx.stream, byTx.containerId, byTx.bytes]).toEqual(["X/block", recorded?.id, recorded?.bytes]);
      expect(block.txs?.[txIndex ?? -1]?.id).toBe(id);
    }
  });

  describe("beside the published document", () => {
    test("every transaction, block, asset and list is valid for SDKs", async () => {
      const faultsOf = openPublishedShapes();
      for (const id of answers.keys())
        expect(
          faultsOf("XChainLinearTransaction", await ask(`/transactions/${id}`, SDK)),
          id,
        ).toBeUndefined();
      for (const { height } of blocks)
        expect(
          faultsOf("GetPrimaryNetworkBlockResponse", await ask(`/blocks/${height}`, SDK)),
        ).toBeUndefined();
      for (const list of ["/transactions?pageSize=100", "/transactions?pageSize=100&sortOrder=asc"])
        expect(faultsOf("ListXChainTransactionsResponse", await ask(list, SDK))).toBeUndefined();
      for (const { txHash } of [...answers.values()].filter(({ assetCreated }) => assetCreated)) {
        expect(faultsOf("XChainAssetDetails", await ask(`/assets/${txHash}`, SDK))).toBeUndefined();
        const list = await ask(`/assets/${txHash}/transactions?pageSize=100`, SDK);
        expect(faultsOf("ListXChainTransactionsResponse", list)).toBeUndefined();
      }
      expect(faultsOf("ListXChainVerticesResponse", await ask("/vertices", SDK))).toBeUndefined();
      const [avax] = repliesTo<{ assetID: string }>("avm.getAssetDescription", '"AVAX"');
      const genesis = await ask(`/transactions/${avax?.assetID}`, SDK);
      expect(faultsOf("XChainNonLinearTransaction", genesis)).toBeUndefined();
    });
  });
});

const EMPTY: UnsignedTx = { inputs: [], outputs: [], memo: "" };

function typeOf(tx: UnsignedTx): string {
  if (tx.initialStates !== undefined) return "CreateAssetTx";
  if (tx.operations !== undefined) return "OperationTx";
  if (tx.importedInputs !== undefined) return "ImportTx";
  return tx.exportedOutputs === undefined ? "BaseTx" : "ExportTx";
}

const spentOf = (utxo: Utxo) => [
  utxo.creationTxHash,
  utxo.outputIndex,
  utxo.asset.assetId,
  utxo.asset.amount,
];

/** Base inputs, then imported ones, then outputs that operations consume. */
function spentByNode(tx: UnsignedTx) {
  return [
    ...[...tx.inputs, ...(tx.importedInputs ?? [])].map((one) => [
      one.txID,
      String(one.outputIndex),
      one.assetID,
      String(one.input.amount),
    ]),
    ...(tx.operations ?? []).flatMap(({ assetID, inputIDs }) =>
      inputIDs.map((one) => [one.txID, String(one.outputIndex), assetID, "0"]),
    ),
  ];
}

/** Each input has a credential; each operation has one for all its inputs. */
function credentialOf(tx: UnsignedTx, input: number): number {
  const plain = tx.inputs.length + (tx.importedInputs?.length ?? 0);
  if (input < plain) return input;
  const operationOf = (tx.operations ?? []).flatMap(({ inputIDs }, index) => inputIDs.map(() => index));
  return plain + (operationOf[input - plain] ?? -1);
}

const madeOf = (utxo: Utxo) => ({
  index: utxo.outputIndex,
  assetId: utxo.asset.assetId,
  amount: utxo.asset.amount,
  addresses: utxo.addresses,
  locktime: utxo.locktime,
  threshold: utxo.threshold,
  groupId: utxo.groupId,
  payload: utxo.payload,
});

/** Base outputs, then exports, or outputs of initial states or operations. */
function madeByNode(id: string, tx: UnsignedTx) {
  const outputs = [
    ...tx.outputs,
    ...(tx.exportedOutputs ?? []),
    ...(tx.initialStates ?? []).flatMap(({ outputs }) => outputs.map((output) => ({ assetID: id, output }))),
    ...(tx.operations ?? []).flatMap(({ assetID, operation }) =>
      outputsOf(operation).map((output) => ({ assetID, output })),
    ),
  ];
  return outputs.map(({ assetID, output }, index) => ({
    index: String(index),
    assetId: assetID,
    amount: String(output.amount ?? 0),
    addresses: output.addresses.map((address) => address.replace(/^X-/, "")),
    locktime: Number(output.locktime),
    threshold: Number(output.threshold),
    groupId: output.groupID,
    payload: output.payload,
  }));
}

function outputsOf({
  mintOutput,
  transferOutput,
  ownedOutput,
  output,
  outputs,
  groupID,
  payload,
}: Operation): Inner[] {
  const minted = (outputs ?? []).map((one) => ({
    ...one,
    ...(groupID === undefined ? {} : { groupID }),
    ...(payload === undefined ? {} : { payload }),
  }));
  return [mintOutput, transferOutput, ownedOutput, output, ...minted].flatMap((one) => (one ? [one] : []));
}

function sumsOf(amounts: { assetId: string; amount: string }[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { assetId, amount } of amounts) sums.set(assetId, (sums.get(assetId) ?? 0n) + BigInt(amount));
  return Object.fromEntries(
    [...sums].filter(([, sum]) => sum > 0n).map(([assetId, sum]) => [assetId, String(sum)]),
  );
}

/** The node writes signatures with 0x; both in lower case. */
function stripHex(hex: string): string {
  return toHex(fromHex(hex.startsWith("0x") ? hex : `0x${hex}`));
}

function hrp(utxo: Utxo): string {
  return utxo.addresses[0]?.replace(/1.*/, "") ?? "";
}

/** Outputs of the genesis asset have its own id as transaction id. */
function isOfGenesis(hex: string, assetId: string | undefined): boolean {
  const txId = hex.slice(6, 70);
  const asset = hex.slice(78, 142);
  return assetId !== undefined && txId === asset;
}
