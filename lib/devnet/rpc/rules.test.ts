import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecording, type Recording } from "../recording";
import { type Devnet, serveDevnet } from "../serve";

/**
 * The interface document's rules for all calls, for the P-Chain API and for the index API, one by one, in its own form.
 * `admin-rules.test.ts` has the admin API.
 */

const P = "/ext/bc/P";
const INDEX = "/ext/index/P/block";
const PRIMARY = "11111111111111111111111111111111LpoYY";
/** An L1 of the recording, a node that validates nothing, and an id that nothing has. */
const L1 = "ZtpFPCFYPHCqu9581pKgL8x9bfqUGhw8WbKaixCSJsCj6Pxfd";
const OUTSIDER = "NodeID-111111111111111111116DBWJs";
const UNKNOWN = "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm";

let recording: Recording;
let devnet: Devnet;
let bare: Devnet;

beforeAll(async () => {
  recording = await openRecording("custom-network");
  devnet = await serveDevnet({ recording, port: 0 });
  bare = await serveDevnet({ recording, port: 0, indexEnabled: false });
});
afterAll(() => Promise.all([devnet.close(), bare.close()]));

async function post(path: string, body: unknown, node = devnet): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(node.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The result, or the error's message. */
async function call(path: string, method: string, params?: object): Promise<unknown> {
  const response = await post(path, { jsonrpc: "2.0", id: 7, method, params });
  expect(response.status).toBe(200);
  const { jsonrpc, id, result, error } = (await response.json()) as Record<string, unknown>;
  expect({ jsonrpc, id }).toEqual({ jsonrpc: "2.0", id: 7 });
  return (error as { message: string } | undefined)?.message ?? result;
}

type Step = [path: string, method: string, params: object | undefined, answer: unknown];

async function walk(steps: readonly Step[]): Promise<void> {
  for (const [path, method, params, answer] of steps) {
    expect(await call(path, method, params), method).toEqual(answer);
  }
}

const text = expect.any(String);
const digits = expect.stringMatching(/^\d+$/);
const hex = expect.stringMatching(/^0x[0-9a-f]+$/);
const owner = { locktime: digits, threshold: digits, addresses: expect.any(Array) };
const container = (index: number) => {
  const id = recording.containers["P/block"][index]?.id;
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/);
  return { id, bytes: hex, timestamp, encoding: "hex", index: String(index) };
};

describe("the interface document's rule of every call that", () => {
  it("it is a POST with content-type application/json", async () => {
    expect((await fetch(devnet.url + P)).status).toBe(405);
    expect((await fetch(devnet.url + P, { method: "POST", body: "{}" })).status).toBe(415);
  });

  it("params may be {} or left out where a method takes none, and the id is echoed", () =>
    walk([
      [P, "platform.getHeight", {}, { height: "110" }],
      [P, "platform.getHeight", undefined, { height: "110" }],
    ]));

  it("the admin API is off unless the node was started with it", async () => {
    expect((await post("/ext/admin", {})).status).toBe(404);
  });

  it("the index API exists only when the node runs with indexing", async () => {
    for (const path of ["C/block", "P/block", "X/tx", "X/block", "X/vtx"]) {
      expect((await post(`/ext/index/${path}`, {})).status).toBe(200);
      expect((await post(`/ext/index/${path}`, {}, bare)).status).toBe(404);
    }
    expect((await post(P, {}, bare)).status).toBe(200);
  });
});

const INDEX_RULES: Record<string, () => Step[]> = {
  "getContainerRange answers an array of startIndex, startIndex + 1, …": () => [
    [
      INDEX,
      "index.getContainerRange",
      { startIndex: 3, numToFetch: 2, encoding: "hex" },
      [container(3), container(4)],
    ],
    [INDEX, "index.getContainerRange", { startIndex: "3", numToFetch: "1", encoding: "hex" }, [container(3)]],
  ],
  "it is empty when numToFetch is 0": () => [
    [INDEX, "index.getContainerRange", { startIndex: 0, numToFetch: 0, encoding: "hex" }, null],
    [INDEX, "index.getContainerRange", { startIndex: 5000, numToFetch: 0, encoding: "hex" }, null],
  ],
  "it is an error when startIndex is beyond the last accepted index": () => [
    [INDEX, "index.getContainerRange", { startIndex: 109, numToFetch: 1 }, [container(109)]],
    [
      INDEX,
      "index.getContainerRange",
      { startIndex: 110, numToFetch: 1 },
      "start index (110) > last accepted index (109)",
    ],
  ],
  "numToFetch is at most 1024": () => [
    [INDEX, "index.getContainerRange", { startIndex: 109, numToFetch: 1024 }, [container(109)]],
    [
      INDEX,
      "index.getContainerRange",
      { startIndex: 0, numToFetch: 1025 },
      "numToFetch must be in [0,1024] but is 1025",
    ],
  ],
  "fewer are returned if there are fewer": () => [
    [INDEX, "index.getContainerRange", { startIndex: 108, numToFetch: 9 }, [container(108), container(109)]],
  ],
  "a container is found by id and by index, and the last one without either": () => [
    [INDEX, "index.getContainerByID", { id: container(5).id, encoding: "hex" }, container(5)],
    [INDEX, "index.getContainerByIndex", { index: 5, encoding: "hex" }, container(5)],
    [INDEX, "index.getLastAccepted", { encoding: "hex" }, container(109)],
  ],
  "the first container has index 0, and getIndex tells how many came before": () => [
    [INDEX, "index.getContainerByIndex", { index: 0, encoding: "hex" }, container(0)],
    [INDEX, "index.getIndex", { id: container(0).id, encoding: "hex" }, { index: "0" }],
    [INDEX, "index.getIndex", { id: container(77).id, encoding: "hex" }, { index: "77" }],
  ],
  "isAccepted says what is in this index": () => [
    [INDEX, "index.isAccepted", { id: container(5).id, encoding: "hex" }, { isAccepted: true }],
    [INDEX, "index.isAccepted", { id: UNKNOWN, encoding: "hex" }, { isAccepted: false }],
    [
      "/ext/index/C/block",
      "index.isAccepted",
      { id: container(5).id, encoding: "hex" },
      { isAccepted: false },
    ],
  ],
  "X/tx indexes X-Chain transactions, and X/vtx receives nothing since Cortina": () => [
    ["/ext/index/X/tx", "index.getLastAccepted", { encoding: "hex" }, { ...container(70), id: text }],
    ["/ext/index/X/vtx", "index.getLastAccepted", { encoding: "hex" }, "no containers have been accepted"],
  ],
};

describe("the interface document's rule of the index API that", () => {
  it.each(Object.entries(INDEX_RULES))("%s", (_rule, steps) => walk(steps()));
});

const ADDRESSES = ["P-custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj"];

const PLATFORM_RULES: Record<string, () => Step[]> = {
  "a block is hex or an object, hex by default": () => [
    [P, "platform.getBlockByHeight", { height: 2 }, { block: hex, encoding: "hex" }],
    [P, "platform.getBlockByHeight", { height: 2, encoding: "hex" }, { block: hex, encoding: "hex" }],
    [
      P,
      "platform.getBlockByHeight",
      { height: 2, encoding: "json" },
      {
        block: expect.objectContaining({
          parentID: text,
          height: 2,
          txs: expect.arrayContaining([
            expect.objectContaining({
              unsignedTx: expect.objectContaining({ networkID: 54321, blockchainID: PRIMARY, memo: text }),
              credentials: expect.arrayContaining([{ signatures: expect.arrayContaining([hex]) }]),
            }),
          ]),
        }),
        encoding: "json",
      },
    ],
  ],
  "an unknown block is an error": () => [
    [P, "platform.getBlock", { blockID: UNKNOWN }, `couldn't get block with id ${UNKNOWN}: not found`],
    [P, "platform.getBlockByHeight", { height: 111 }, "couldn't get block at height 111: not found"],
  ],
  "getBlockchains lists all chains but the P-Chain": () => [
    [
      P,
      "platform.getBlockchains",
      {},
      { blockchains: expect.not.arrayContaining([expect.objectContaining({ id: PRIMARY })]) },
    ],
    [
      P,
      "platform.getBlockchains",
      {},
      {
        blockchains: expect.arrayContaining([
          { id: recording.network.xChainId, name: text, subnetID: PRIMARY, vmID: text },
          { id: recording.network.cChainId, name: text, subnetID: PRIMARY, vmID: text },
        ]),
      },
    ],
  ],
  "a blockchain is validated by this node, created elsewhere, or unknown": () => [
    [
      P,
      "platform.getBlockchainStatus",
      { blockchainID: recording.network.cChainId },
      { status: "Validating" },
    ],
    [P, "platform.getBlockchainStatus", { blockchainID: PRIMARY }, { status: "Syncing" }],
    [P, "platform.getBlockchainStatus", { blockchainID: UNKNOWN }, { status: "Unknown" }],
  ],
  "the supply is the Primary Network's unless a subnet is named": () => [
    [P, "platform.getCurrentSupply", {}, { supply: digits, height: "110" }],
    [P, "platform.getCurrentSupply", { subnetID: PRIMARY }, { supply: digits, height: "110" }],
  ],
};

describe("the interface document's rule of the P-Chain API that", () => {
  it.each(Object.entries(PLATFORM_RULES))("%s", (_rule, steps) => walk(steps()));

  it("a balance has totals and maps by asset as decimal strings, and the UTXOs it is made of", async () => {
    const balance = (await call(P, "platform.getBalance", { addresses: ADDRESSES })) as Record<
      string,
      unknown
    >;
    for (const name of ["balance", "unlocked", "lockedStakeable", "lockedNotStakeable"]) {
      expect(balance[name], name).toEqual(digits);
      expect(Object.values(balance[`${name}s`] as object).every((amount) => /^\d+$/.test(amount))).toBe(true);
    }
    expect(Object.values(balance.balances as Record<string, string>)).toContain(balance.balance);
    expect(balance.utxoIDs).toContainEqual({ txID: text, outputIndex: expect.any(Number) });
  });

  it("getCurrentValidators is of the Primary Network unless a subnet is named", async () => {
    const primary = await validatorsOf({});
    expect(await validatorsOf({ subnetID: PRIMARY })).toEqual(primary);
    for (const validator of primary) {
      const { validationRewardOwner, delegationRewardOwner } = validator;
      expect([validationRewardOwner, delegationRewardOwner]).toEqual([owner, owner]);
      expect(validator).toMatchObject({
        txID: text,
        startTime: digits,
        endTime: digits,
        nodeID: text,
        weight: digits,
      });
      for (const name of L1_MEMBERS) expect(validator).not.toHaveProperty(name);
    }
  });

  it("an L1's validators have their own members, and no end", async () => {
    const validators = await validatorsOf({ subnetID: L1 });
    for (const validator of validators) {
      for (const name of L1_MEMBERS) expect(validator, name).toHaveProperty(name);
      for (const name of ["endTime", "validationRewardOwner", "delegationRewardOwner"])
        expect(validator).not.toHaveProperty(name);
      expect([validator.remainingBalanceOwner, validator.deactivationOwner]).toEqual([owner, owner]);
    }
    expect(validators.length).toBeGreaterThan(0);
  });

  it("nodeIDs left out means all, and one that does not validate is left out of the result", async () => {
    const all = await validatorsOf({});
    const first = String(all[0]?.nodeID);
    const some = await validatorsOf({ nodeIDs: [first, OUTSIDER] });
    expect(some.map(({ nodeID }) => nodeID)).toEqual([first]);
    expect(await validatorsOf({ nodeIDs: [OUTSIDER] })).toEqual([]);
    expect(all.length).toBeGreaterThan(1);
  });
});

const L1_MEMBERS = [
  "validationID",
  "publicKey",
  "remainingBalanceOwner",
  "deactivationOwner",
  "minNonce",
  "balance",
];

async function validatorsOf(params: object): Promise<Record<string, unknown>[]> {
  const result = (await call(P, "platform.getCurrentValidators", params)) as { validators: [] };
  return result.validators;
}
