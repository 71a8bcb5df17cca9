import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { formatId } from "../../avalanche/ids";
import { decodePBlock } from "../../avalanche/p/block";
import type { getCurrentValidators } from "../../contract/node/platform-stakers";
import { type ChainRig, openRig } from "../../testbed/devnet";
import { openRecording, type Recording } from "../recording";

/** The interface document's rules for the P-Chain API, one by one. ledger.test.ts has what real answers prove. */

type Validators = z.input<typeof getCurrentValidators.result>["validators"];
const UNKNOWN = "WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43";

let custom: Recording;
let local: Recording;
/** All of the custom network is accepted. */
let head: ChainRig;

beforeAll(async () => {
  custom = await openRecording("custom-network");
  local = await openRecording("local-network");
  head = openRig(custom);
});

/** Ids of the transactions of one type in the recording's P blocks, in order. */
function txIds(recording: Recording, txType: string): string[] {
  const { history } = recording === custom ? head : openRig(recording);
  const heights = Array.from({ length: history.height("P") }, (_, i) => i + 1);
  return heights
    .flatMap((height) => decodePBlock(history.block("P", height)?.inner ?? new Uint8Array()).txs)
    .filter((tx) => tx.txType === txType)
    .map((tx) => formatId(tx.txId));
}

/** Accepts blocks until the call returns that status. */
async function acceptUntil(rig: ChainRig, params: { blockchainID: string }, status: string): Promise<void> {
  while ((await statusOf(rig, params.blockchainID)) !== status) {
    if (rig.history.acceptNext() === undefined) throw new Error(`never ${status}`);
  }
}

async function statusOf({ result }: ChainRig, blockchainID: string): Promise<string> {
  return (await result<{ status: string }>("platform.getBlockchainStatus", { blockchainID })).status;
}

const validatorsOf = async ({ result }: ChainRig, params = {}) =>
  (await result<{ validators: Validators }>("platform.getCurrentValidators", params)).validators;

describe("platform.getBlockchainStatus", () => {
  it("goes from Unknown to Preferred, while the block is next, to Created", async () => {
    const [blockchainID = ""] = txIds(custom, "CreateChainTx");
    const rig = openRig(custom, "manual");
    expect(await statusOf(rig, blockchainID)).toBe("Unknown");
    await acceptUntil(rig, { blockchainID }, "Preferred");
    expect(await rig.result("platform.getBlockchains")).not.toMatchObject({
      blockchains: expect.arrayContaining([expect.objectContaining({ id: blockchainID })]),
    });
    expect(await rig.result("platform.getTxStatus", { txID: blockchainID })).toEqual({
      status: "Processing",
    });
    rig.history.acceptNext();
    expect(await statusOf(rig, blockchainID)).toBe("Created");
    expect(await rig.result("platform.getTxStatus", { txID: blockchainID })).toEqual({ status: "Committed" });
  });

  it("is Validating for a chain that this node runs and whose subnet it validates", async () => {
    for (const name of ["X", "C", custom.network.xChainId, custom.network.cChainId]) {
      expect(await statusOf(head, name)).toBe("Validating");
    }
  });

  it("is Syncing for a chain that this node runs without validating it", async () => {
    const bystander = structuredClone(custom);
    bystander.network.nodeId = "NodeID-111111111111111111116DBWJs";
    const rig = openRig(bystander);
    for (const name of ["X", "C", "P", formatId(new Uint8Array(32))]) {
      expect(await statusOf(rig, name)).toBe("Syncing");
    }
  });

  it("becomes Syncing for a subnet's chain that this node runs, once it is created", async () => {
    const blockchainID = txIds(local, "CreateChainTx").at(-1) ?? "";
    const rig = openRig(local, "manual");
    await acceptUntil(rig, { blockchainID }, "Preferred");
    rig.history.acceptNext();
    expect(await statusOf(rig, blockchainID)).toBe("Syncing");
  });

  it("is Unknown for a chain that was never proposed", async () => {
    expect(await statusOf(head, UNKNOWN)).toBe("Unknown");
  });
});

describe("platform.getCurrentValidators", () => {
  const REWARDED = ["validationRewardOwner", "delegationRewardOwner", "potentialReward", "delegationFee"];
  const L1 = [
    "validationID",
    "publicKey",
    "remainingBalanceOwner",
    "deactivationOwner",
    "minNonce",
    "balance",
  ];

  it("has rewards, fee, uptime and delegators on the Primary Network, and no fields of an L1", async () => {
    const validators = await validatorsOf(head);
    expect(validators.length).toBeGreaterThan(1);
    for (const validator of validators) {
      const members = Object.keys(validator);
      expect(members).toEqual(expect.arrayContaining(["txID", "startTime", "endTime", "nodeID", "weight"]));
      expect(members).toEqual(expect.arrayContaining([...REWARDED, "uptime", "connected", "signer"]));
      expect(members).toEqual(expect.arrayContaining(["delegatorCount", "delegatorWeight"]));
      expect(members.filter((member) => [...L1, "delegators"].includes(member))).toEqual([]);
    }
  });

  it("lists delegators for exactly one node id, even if it is repeated", async () => {
    const all = await validatorsOf(head);
    const delegated = all.find(({ delegatorCount }) => delegatorCount !== "0")?.nodeID ?? "";
    const other = all.find(({ nodeID }) => nodeID !== delegated)?.nodeID ?? "";
    const [one] = await validatorsOf(head, { nodeIDs: [delegated, delegated] });
    expect(one?.delegators).toHaveLength(1);
    expect(one?.delegators?.[0]).toMatchObject({ nodeID: delegated, rewardOwner: { threshold: "1" } });
    const two = await validatorsOf(head, { nodeIDs: [delegated, other] });
    expect(two.map(({ delegators }) => delegators)).toEqual([undefined, undefined]);
  });

  it("leaves out node ids that do not validate", async () => {
    const [first] = await validatorsOf(head);
    const nodeIDs = [first?.nodeID, "NodeID-111111111111111111116DBWJs"];
    expect((await validatorsOf(head, { nodeIDs })).map(({ nodeID }) => nodeID)).toEqual([first?.nodeID]);
    expect(await validatorsOf(head, { nodeIDs: nodeIDs.slice(1) })).toEqual([]);
  });

  it("has neither rewards nor owners in a permissioned subnet", async () => {
    const subnets = await Promise.all(
      txIds(custom, "CreateSubnetTx").map((subnetID) => validatorsOf(head, { subnetID })),
    );
    const permissioned = subnets.flat().filter(({ validationID }) => validationID === undefined);
    expect(permissioned.length).toBeGreaterThan(0);
    for (const validator of permissioned) {
      expect(Object.keys(validator)).toEqual(["txID", "startTime", "endTime", "weight", "nodeID"]);
    }
  });

  it("has owners, nonce and balance for an L1's validators, active or not, and no end", async () => {
    const subnets = await Promise.all(
      txIds(custom, "CreateSubnetTx").map((subnetID) => validatorsOf(head, { subnetID })),
    );
    const l1 = subnets.flat().filter(({ validationID }) => validationID !== undefined);
    for (const validator of l1) {
      const members = Object.keys(validator);
      expect(members).toEqual(expect.arrayContaining([...L1, "nodeID", "weight", "startTime"]));
      expect(members.filter((member) => ["txID", "endTime", ...REWARDED].includes(member))).toEqual([]);
    }
    const balances = l1.map(({ balance }) => BigInt(balance ?? 0));
    expect(balances.some((balance) => balance === 0n)).toBe(true);
    expect(balances.some((balance) => balance > 0n)).toBe(true);
  });

  it("shows how an auto-renewed validator will continue, before and after its configuration changes", async () => {
    const [txID = ""] = txIds(custom, "AddAutoRenewedValidatorTx");
    const rig = openRig(custom, "manual");
    const shown: { nextPeriod: unknown; weight: unknown; autoCompoundRewardShares: unknown }[] = [];
    while (rig.history.acceptNext() !== undefined) {
      const found = (await validatorsOf(rig)).find((each) => each.txID === txID);
      if (found === undefined) continue;
      const { nextPeriod, weight, autoCompoundRewardShares, validatorAuthority } = found;
      expect(validatorAuthority).toMatchObject({ threshold: "1" });
      if (shown.at(-1)?.nextPeriod !== nextPeriod)
        shown.push({ nextPeriod, weight, autoCompoundRewardShares });
    }
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.at(-1)?.nextPeriod).toBe("0");
  });
});

describe("platform.getBalance", () => {
  const address = "P-custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";

  it("consists of unlocked, locked but stakeable, and locked amounts", async () => {
    const balance = await head.result<Record<string, string>>("platform.getBalance", {
      addresses: [address],
    });
    const { unlocked = "", lockedStakeable = "", lockedNotStakeable = "" } = balance;
    expect(BigInt(balance.balance ?? "")).toBe(
      BigInt(unlocked) + BigInt(lockedStakeable) + BigInt(lockedNotStakeable),
    );
    expect(BigInt(lockedStakeable)).toBeGreaterThan(0n);
  });

  it("moves as blocks are accepted", async () => {
    const rig = openRig(custom, "manual");
    const seen = new Set<string>();
    do {
      const { balance } = await rig.result<{ balance: string }>("platform.getBalance", {
        addresses: [address],
      });
      seen.add(balance);
    } while (rig.history.acceptNext() !== undefined);
    expect(seen.size).toBeGreaterThan(10);
    expect(seen.has("0")).toBe(true);
  });
});

describe("platform.getCurrentSupply", () => {
  it("changes with what stakers may earn, and is the Primary Network's by default", async () => {
    const rig = openRig(custom, "manual");
    const supplies: bigint[] = [];
    do supplies.push(BigInt((await rig.result<{ supply: string }>("platform.getCurrentSupply")).supply));
    while (rig.history.acceptNext() !== undefined);
    const steps = supplies.slice(1).map((supply, i) => supply - (supplies[i] ?? 0n));
    expect(steps.some((step) => step > 0n)).toBe(true);
    expect(steps.some((step) => step < 0n)).toBe(true);
    const explicit = { subnetID: formatId(new Uint8Array(32)) };
    expect(await rig.result("platform.getCurrentSupply", explicit)).toMatchObject({
      supply: String(supplies.at(-1)),
    });
  });
});

describe("the blocks", () => {
  it("are found by id and by height, in both encodings, hex by default", async () => {
    const height = 5;
    const json = await head.result<{ block: { id: string; height: bigint } }>("platform.getBlockByHeight", {
      height,
      encoding: "json",
    });
    expect(json.block.height).toBe(5n);
    const byId = { blockID: json.block.id };
    expect(await head.result("platform.getBlock", { ...byId, encoding: "json" })).toEqual(json);
    const hex = await head.result("platform.getBlockByHeight", { height });
    expect(hex).toMatchObject({ encoding: "hex", block: expect.stringMatching(/^0x/) });
    expect(await head.result("platform.getBlock", byId)).toEqual(hex);
  });

  it("that are not accepted yet are not found", async () => {
    const rig = openRig(custom, { P: 4 });
    const missing = "couldn't get block at height 5: not found";
    expect(await rig.ask("platform.getBlockByHeight", { height: 5 })).toEqual({ error: missing });
    while (rig.history.height("P") < 5) rig.history.acceptNext();
    expect(await rig.ask("platform.getBlockByHeight", { height: 5 })).toMatchObject({ result: {} });
  });
});

describe("platform.getBlockchains", () => {
  it("lists every chain but the P-Chain, with its subnet and its virtual machine", async () => {
    const { blockchains } = await head.result<{ blockchains: Record<string, string>[] }>(
      "platform.getBlockchains",
    );
    const ids = blockchains.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        custom.network.xChainId,
        custom.network.cChainId,
        ...txIds(custom, "CreateChainTx"),
      ]),
    );
    expect(ids).not.toContain(formatId(new Uint8Array(32)));
    for (const each of blockchains) expect(Object.keys(each)).toEqual(["id", "name", "subnetID", "vmID"]);
  });
});

describe("issueTx", () => {
  it("distinguishes bytes that are not a transaction from a transaction, which a recorded node cannot take", async () => {
    const [txID] = txIds(custom, "BaseTx");
    const { tx } = await head.result<{ tx: string }>("platform.getTx", { txID });
    expect(await head.ask("platform.issueTx", { tx })).toEqual({
      error: "couldn't issue tx: this node only plays its recording",
    });
    for (const method of ["platform.issueTx", "avm.issueTx", "avax.issueTx"]) {
      expect(await head.ask(method, { tx: "0x0000", encoding: "hexnc" })).toEqual({
        error: "couldn't parse tx: 4 bytes are needed, 0 are left at byte 2",
      });
    }
  });
});

describe("bad parameters", () => {
  it.each([
    ["platform.getUTXOs", {}, "no addresses provided"],
    [
      "platform.getUTXOs",
      { addresses: Array.from({ length: 1025 }, () => "x") },
      "number of addresses given, 1025, exceeds maximum, 1024",
    ],
    [
      "platform.getStake",
      { addresses: Array.from({ length: 257 }, () => "x") },
      "257 addresses provided but this method can take at most 256",
    ],
    [
      "platform.getValidatorsAt",
      { height: 999 },
      "failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = 11111111111111111111111111111111LpoYY: current P-chain height (110) < requested P-Chain height (999)",
    ],
    ["platform.validates", { subnetID: UNKNOWN }, `problem retrieving subnet "${UNKNOWN}": not found`],
    [
      "platform.validatedBy",
      { blockchainID: UNKNOWN },
      `problem retrieving blockchain "${UNKNOWN}": not found`,
    ],
    [
      "platform.getMinStake",
      { subnetID: UNKNOWN },
      `failed fetching subnet transformation for ${UNKNOWN}: not found`,
    ],
    [
      "platform.issueTx",
      { tx: "0x00" },
      "problem decoding transaction: input string is smaller than the checksum size",
    ],
    ["avax.issueTx", { tx: "00" }, "problem decoding transaction: missing 0x prefix to hex encoding"],
    ["avm.getTx", {}, "nil transaction ID"],
    ["avm.getAssetDescription", { assetID: "nope" }, "asset 'nope' not found"],
    [
      "avm.getBalance",
      { address: "nope", assetID: "AVAX" },
      `problem parsing address 'nope': couldn't parse address "nope": no separator found in address`,
    ],
    ["avax.getUTXOs", { addresses: ["x"] }, "no source chain provided"],
  ])("of %s are refused in the node's words", async (method, params, words) => {
    expect(await head.ask(method, params)).toEqual({ error: words });
  });

  it.each([
    ["platform.getBlockByHeight", { height: -1 }],
    ["platform.getUTXOs", { addresses: ["x"], limit: 2 ** 32 }],
    ["platform.getBalance", { addresses: "P-custom1" }],
    ["platform.getCurrentValidators", { nodeIDs: ["abc"] }],
    ["platform.getValidatorsAt", { height: "later" }],
  ])("of %s %j do not fit", async (method, params) => {
    expect(await head.ask(method, params)).toBeUndefined();
  });
});
