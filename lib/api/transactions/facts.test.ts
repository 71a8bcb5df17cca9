import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PChainTransaction, type PChainUtxo, pChainTransaction } from "../../contract/data/p-chain";
import { type PrimaryNetworkBlock, primaryNetworkBlock } from "../../contract/data/primary-network-blocks";
import { firnContainer } from "../../contract/firn/containers";
import { parseLossless } from "../../contract/rpc";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** The API's answers compared with the recorded node's about the same blocks and transactions. */

const P_CHAIN_ID = "11111111111111111111111111111111LpoYY";
const SDK = { "x-firn-dialect": "sdk" };

/** The parts of the node's JSON that the tests read. Integers beyond 2^53 are bigints. */
interface NodeBlock {
  id: string;
  parentID: string;
  height: number;
  time: number;
  txs?: NodeTx[];
  tx?: NodeTx;
}
interface NodeTx {
  id: string;
  unsignedTx: UnsignedTx;
}
interface UnsignedTx {
  inputs?: Transferable[];
  importedInputs?: Transferable[];
  outputs?: Transferable[];
  stake?: Transferable[];
  exportedOutputs?: Transferable[];
  memo?: string;
  sourceChain?: string;
  destinationChain?: string;
  subnetID?: string;
  nodeID?: string;
  txID?: string;
  owner?: Owner;
  newOwner?: Owner;
  validator?: { nodeID: string; end: number; subnetID?: string };
  signer?: { publicKey?: string; proofOfPossession?: string };
  rewardsOwner?: Owner;
  validationRewardsOwner?: Owner;
  delegationRewardsOwner?: Owner;
  validatorAuthority?: Owner;
  shares?: number;
  delegationShares?: number;
  chainID?: string;
  address?: string;
  validationID?: string;
  message?: string;
  balance?: number | bigint;
  validators?: { weight: number; balance: number | bigint; signer: object }[];
}
interface Utxos {
  utxos: string[] | null;
}
interface Transferable {
  txID?: string;
  outputIndex?: number;
  assetID: string;
  output?: Inner & { output?: Inner };
  input?: Inner & { input?: Inner };
}
interface Inner {
  amount: number | bigint;
  addresses: string[];
  locktime: number;
  threshold: number;
}
interface Owner {
  addresses: string[];
  locktime: number;
  threshold: number;
}

describe.each(["custom-network", "local-network"])("the recording %s", (name) => {
  let indexed: IndexedRecording;
  let answers: Map<string, PChainTransaction>;
  let blocks: NodeBlock[];

  beforeAll(async () => {
    indexed = await indexRecording(name);
    blocks = repliesTo<{ block: NodeBlock }>("platform.getBlockByHeight", '"json"')
      .map((reply) => reply.block)
      .filter(({ height }) => height > 0);
    answers = new Map();
    for (const { id } of txsOf(blocks))
      answers.set(id, pChainTransaction.parse(await ask(`/transactions/${id}`)));
  });
  afterAll(() => indexed.close());

  function repliesTo<Result>(method: string, params = ""): Result[] {
    return indexed.recording.answers
      .filter((answer) => answer.method === method && answer.params.includes(params))
      .map(({ reply }) => parseLossless(reply) as { result?: Result })
      .flatMap(({ result }) => (result === undefined ? [] : [result]));
  }

  async function ask(path: string, headers = {}): Promise<unknown> {
    const response = await fetch(`${indexed.url}/v1/networks/fuji/blockchains/p-chain${path}`, { headers });
    expect(response.status, path).toBe(200);
    return response.json();
  }

  test("has the node's blocks, by height and by id", async () => {
    expect(blocks.length).toBeGreaterThan(80);
    for (const block of blocks) {
      const byHeight = primaryNetworkBlock.parse(await ask(`/blocks/${block.height}`));
      expect(await ask(`/blocks/${block.id}`)).toEqual(byHeight);
      expect(byHeight).toMatchObject({
        blockNumber: String(block.height),
        blockHash: block.id,
        parentHash: block.parentID,
        blockTimestamp: Number(block.time),
        transactions: txsOf([block]).map(({ id }) => id),
      } satisfies Partial<PrimaryNetworkBlock>);
      expect(byHeight.txCount).toBe(byHeight.transactions.length);
    }
    const supply = repliesTo<{ supply: string; height: string }>("platform.getCurrentSupply")[0];
    const head = (await ask(`/blocks/${supply?.height}`)) as PrimaryNetworkBlock;
    expect(head.currentSupply).toBe(supply?.supply);
  });

  test("has every transaction's block, inputs, outputs and amounts", () => {
    for (const block of blocks)
      for (const { id, unsignedTx } of txsOf([block])) {
        const answer = answers.get(id);
        if (answer === undefined) throw new Error(`no answer for ${id}`);
        expect(answer).toMatchObject({
          txHash: id,
          blockNumber: String(block.height),
          blockHash: block.id,
          blockTimestamp: Number(block.time),
        });
        const inputs = [...(unsignedTx.inputs ?? []), ...(unsignedTx.importedInputs ?? [])];
        expect(answer.consumedUtxos.map(spentOf), id).toEqual(inputs.map(spentByNode));
        const outputs = outputsOf(unsignedTx);
        expect(answer.emittedUtxos.slice(0, outputs.length).map(madeOf), id).toEqual(outputs.map(madeByNode));
        expect(sumOf(answer.amountBurned), id).toBe(sum(inputs.map(amountOf)) - sum(outputs.map(amountOf)));
        expect(sumOf(answer.amountStaked), id).toBe(sum((unsignedTx.stake ?? []).map(amountOf)));
        expect(sumOf(answer.value), id).toBe(sum(answer.emittedUtxos.map((utxo) => BigInt(utxo.amount))));
        expect(sumOf(answer.amountL1ValidatorBalanceBurned), id).toBe(l1BalanceOf(unsignedTx));
      }
  });

  test("has every field of its type, and no other", () => {
    for (const { id, unsignedTx } of txsOf(blocks)) {
      const { startTimestamp, estimatedReward, rewardTxHash, l1ValidatorDetails, ...answer } =
        answers.get(id) ?? {};
      const expected = fieldsByNode(id, unsignedTx);
      for (const field of OPTIONAL)
        expect(answer[field as keyof typeof answer], `${field} of ${id}`).toEqual(expected[field]);
      const stakes = unsignedTx.validator !== undefined || unsignedTx.stake !== undefined;
      expect(startTimestamp !== undefined, id).toBe(stakes);
      expect(estimatedReward !== undefined, id).toBe(unsignedTx.stake !== undefined);
      expect(l1ValidatorDetails?.length ?? 0, id).toBe(l1CountOf(unsignedTx));
    }
  });

  test("has each output in the node's bytes", () => {
    const made = new Set(
      [...answers.values()].flatMap(({ emittedUtxos }) => emittedUtxos.map((utxo) => utxo.utxoBytes)),
    );
    const live = repliesTo<Utxos>("platform.getUTXOs", '"hex"').flatMap(({ utxos }) => utxos ?? []);
    const ofTransactions = live.filter((hex: string) => hex.slice(6, 70) !== "0".repeat(64));
    expect(ofTransactions.length).toBeGreaterThan(20);
    const foreign = ofTransactions.filter((hex: string) => !made.has(hex) && !madeElsewhere(hex));
    expect(foreign).toEqual([]);
  });

  /** Outputs in answers about atomic memory come from other chains' exports. */
  function madeElsewhere(hex: string): boolean {
    const imported = repliesTo<Utxos>("platform.getUTXOs", "sourceChain").flatMap(({ utxos }) => utxos ?? []);
    return imported.includes(hex);
  }

  test("has the rewards the node paid, in the transactions that paid them", () => {
    const paid = repliesTo<Utxos>("platform.getRewardUTXOs", '"hex"')
      .flatMap(({ utxos }) => utxos ?? [])
      .sort();
    expect(paid.length).toBeGreaterThan(2);
    const rewards = [...answers.values()].flatMap((answer) =>
      answer.emittedUtxos.filter((utxo) => utxo.rewardType !== undefined).map((utxo) => ({ utxo, answer })),
    );
    for (const { utxo, answer } of rewards) {
      expect(answer.stakingTxHash, answer.txHash).toBeDefined();
      const staking = answers.get(utxo.txHash);
      // Auto-renewed validators are paid every cycle, so not in a single transaction.
      if (staking?.estimatedReward !== undefined && staking.endTimestamp !== undefined)
        expect(staking.rewardTxHash).toBe(answer.txHash);
    }
    expect(rewards.map(({ utxo }) => utxo.utxoBytes)).toEqual(expect.arrayContaining(paid));
  });

  test("has L1 validators as they were right after each transaction", () => {
    const weights = new Map<string, number>();
    for (const { id, unsignedTx } of txsOf(blocks)) {
      const details = answers.get(id)?.l1ValidatorDetails ?? [];
      for (const { validationId, weight } of details) weights.set(validationId, weight);
      if (unsignedTx.validators !== undefined)
        expect(details, id).toMatchObject(
          unsignedTx.validators.map(({ weight, balance, signer }) => ({
            weight,
            remainingBalance: Number(balance),
            blsCredentials: signer,
          })),
        );
      else if (unsignedTx.balance !== undefined)
        expect(details, id).toMatchObject([
          unsignedTx.balance === 0 ? {} : { balanceChange: Number(unsignedTx.balance) },
        ]);
      for (const { balanceChange = 0, remainingBalance } of details)
        expect(remainingBalance, id).toBeGreaterThanOrEqual(balanceChange);
    }
    const known = indexed.recording.answers.filter(
      ({ method, reply }) => method === "platform.getL1Validator" && reply.includes('"result"'),
    );
    expect(known.length).toBeGreaterThan(2);
    for (const { params, reply } of known) {
      const { result } = parseLossless(reply) as { result: { weight: string } };
      expect(String(weights.get(JSON.parse(params).validationID))).toBe(result.weight);
    }
  });

  test("links spent outputs to the transactions that created them", () => {
    for (const answer of answers.values())
      for (const utxo of answer.emittedUtxos) {
        if (utxo.consumingTxHash === undefined || utxo.consumedOnChainId !== P_CHAIN_ID) continue;
        const spender = answers.get(utxo.consumingTxHash);
        const spent = spender?.consumedUtxos.find(({ utxoId }) => utxoId === utxo.utxoId);
        const { rewardType: _, ...made } = utxo;
        expect(spent).toMatchObject(made);
      }
  });

  test("answers each transaction to SDKs with a type they know, and otherwise the same", async () => {
    for (const [id, answer] of answers) {
      const sdk = pChainTransaction.parse(await ask(`/transactions/${id}`, SDK));
      expect(sdk).toEqual({ ...answer, txType: sdk.txType });
      expect(sdk.txType).toBe(/AutoRenewed/.test(answer.txType) ? "UNKNOWN" : answer.txType);
    }
  });

  test("gives each transaction's container by any of its ids", async () => {
    for (const { id } of txsOf(blocks)) {
      const answer = answers.get(id);
      const get = async (key: string) =>
        firnContainer.parse(await (await fetch(`${indexed.url}/firn/v1/containers/p/${key}`)).json());
      const { txIndex, ...byTx } = await get(id);
      expect(byTx).toEqual(await get(byTx.containerId));
      expect(byTx).toEqual(await get(byTx.blockId));
      expect(byTx).toEqual(await get(String(byTx.height)));
      expect(byTx.blockId).toBe(answer?.blockHash);
      const recorded = indexed.recording.containers["P/block"]?.[byTx.index];
      expect([byTx.containerId, byTx.bytes]).toEqual([recorded?.id, recorded?.bytes]);
      const block = blocks.find((one) => String(one.height) === String(byTx.height));
      expect(txsOf([block])[txIndex ?? -1]?.id).toBe(id);
    }
  });

  describe("beside the published document", () => {
    test("every transaction and block, list and single, is valid for SDKs", async () => {
      const faultsOf = openPublishedShapes();
      const expectValid = (shape: string, body: unknown) => expect(faultsOf(shape, body)).toBeUndefined();
      for (const id of answers.keys())
        expectValid("PChainTransaction", await ask(`/transactions/${id}`, SDK));
      for (const { height } of blocks)
        expectValid("GetPrimaryNetworkBlockResponse", await ask(`/blocks/${height}`, SDK));
      expectValid("ListPChainTransactionsResponse", await ask("/transactions?pageSize=100", SDK));
      expectValid("ListPrimaryNetworkBlocksResponse", await ask("/blocks?pageSize=100", SDK));
      expectValid(
        "ListChainsResponse",
        await (await fetch(`${indexed.url}/v1/chains`, { headers: SDK })).json(),
      );
    });
  });
});

/** Decisions, then the proposal. */
function txsOf(blocks: readonly (NodeBlock | undefined)[]): NodeTx[] {
  return blocks.flatMap((block) => [...(block?.txs ?? []), ...(block?.tx === undefined ? [] : [block.tx])]);
}

function outputsOf(unsignedTx: UnsignedTx): Transferable[] {
  return [...(unsignedTx.outputs ?? []), ...(unsignedTx.stake ?? []), ...(unsignedTx.exportedOutputs ?? [])];
}

/** A stakeable lock wraps the actual output. */
function innerOf({ output, input }: Transferable): Inner {
  const inner = output?.output ?? input?.input ?? output ?? input;
  if (inner === undefined) throw new Error("neither input nor output");
  return inner;
}

function amountOf(transferable: Transferable): bigint {
  return BigInt(innerOf(transferable).amount);
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function sumOf(amounts: { amount: string }[]): bigint {
  return sum(amounts.map(({ amount }) => BigInt(amount)));
}

const spentOf = (utxo: PChainUtxo) => [utxo.txHash, utxo.outputIndex, utxo.amount, utxo.assetId];
const spentByNode = (input: Transferable) => [
  input.txID,
  Number(input.outputIndex),
  String(amountOf(input)),
  input.assetID,
];

const madeOf = (utxo: PChainUtxo) => ({
  index: utxo.outputIndex,
  addresses: utxo.addresses,
  amount: utxo.amount,
  assetId: utxo.assetId,
  threshold: utxo.threshold,
  stakeableLocktime: utxo.stakeableLocktime,
});
const madeByNode = (made: Transferable, index: number) => ({
  index,
  addresses: innerOf(made).addresses.map(withoutChain),
  amount: String(amountOf(made)),
  assetId: made.assetID,
  threshold: Number(innerOf(made).threshold),
  stakeableLocktime: made.output?.output && made.output.locktime,
});

function withoutChain(address: string): string {
  return address.replace(/^P-/, "");
}

function l1BalanceOf(unsignedTx: UnsignedTx): bigint {
  if (unsignedTx.validators !== undefined)
    return sum(unsignedTx.validators.map(({ balance }) => BigInt(balance)));
  return BigInt(unsignedTx.balance ?? 0);
}

function l1CountOf(unsignedTx: UnsignedTx): number {
  if (unsignedTx.validators !== undefined) return unsignedTx.validators.length;
  return unsignedTx.validationID !== undefined || unsignedTx.message !== undefined ? 1 : 0;
}

const OPTIONAL = [
  "memo",
  "nodeId",
  "subnetId",
  "endTimestamp",
  "delegationFeePercent",
  "rewardAddresses",
  "sourceChain",
  "destinationChain",
  "subnetOwnershipInfo",
  "blsCredentials",
  "stakingTxHash",
  "l1ValidatorManagerDetails",
];

/** The optional fields by the rules of the public interface, from the node's JSON. */
function fieldsByNode(id: string, tx: UnsignedTx): Record<string, unknown> {
  const { validator } = tx;
  const isCreateSubnet = tx.owner !== undefined;
  const isAutoRenewed = tx.validatorAuthority !== undefined;
  const owner = tx.owner ?? tx.newOwner;
  // For a validator, also the owners of its share of delegators' rewards.
  const rewards = [tx.validationRewardsOwner ?? tx.rewardsOwner, tx.delegationRewardsOwner];
  const rewardAddresses = rewards.flatMap((one) => one?.addresses.map(withoutChain) ?? []);
  const shares = tx.shares ?? tx.delegationShares;
  return {
    memo: tx.memo,
    nodeId: isAutoRenewed ? expect.stringMatching(/^NodeID-/) : (validator?.nodeID ?? tx.nodeID),
    subnetId: isCreateSubnet ? id : isAutoRenewed ? P_CHAIN_ID : (validator?.subnetID ?? tx.subnetID),
    // Of an auto-renewed validator's current cycle, which is in no transaction.
    endTimestamp: isAutoRenewed ? expect.any(Number) : validator && Number(validator.end),
    delegationFeePercent: shares === undefined ? undefined : String(Number(shares) / 10_000),
    rewardAddresses: rewardAddresses.length === 0 ? undefined : [...new Set(rewardAddresses)],
    sourceChain: tx.sourceChain,
    destinationChain: tx.destinationChain,
    subnetOwnershipInfo: owner && {
      locktime: Number(owner.locktime),
      threshold: Number(owner.threshold),
      addresses: owner.addresses.map(withoutChain),
    },
    blsCredentials: tx.signer?.publicKey === undefined ? undefined : tx.signer,
    stakingTxHash: tx.txID,
    l1ValidatorManagerDetails: tx.chainID && {
      blockchainId: tx.chainID,
      contractAddress: expect.stringMatching(new RegExp(`^${tx.address}$`, "i")),
    },
  };
}
