import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeAbiParameters, parseAbiParameters } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROXY_SLOTS } from "../../avalanche/evm/code/proxy";
import { VmChain } from "../../testbed/evm/chain";
import { deployment, encodeAbi, selectorOf, textBytes } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

/** Proxies of every kind on a real EVM, each running the code of one coin: what Firn says of them, and reads through them. */

const CHAIN = 99_312;
let chain: VmChain;
let node: VmNode;
let firn: IndexedChains;
let labels = "";
let coin = "";
let coinCode = "";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
/** Code of one instruction for each part: PUSH32 before a word, or bytes as they are. */
const push = (value: string) => `7f${value.replace(/^0x/, "")}`;

const hex2 = (value: number) => value.toString(16).padStart(4, "0");

/** Creation code: stores words, then returns `runtime`, which follows 13 bytes that copy it. */
function creation(runtime: string, words: readonly [slot: string, value: string][] = []): string {
  const stores = words.map(([slot, value]) => `${push(value)}${push(slot)}55`).join("");
  const size = hex2(runtime.length / 2);
  const start = hex2(stores.length / 2 + 13);
  return `0x${stores}61${size}61${start}5f3961${size}5ff3${runtime}`;
}

/** Passes every call on to the address in a slot. */
const forwarding = (slot: string) => `365f5f375f5f365f${push(slot)}545af43d5f5f3e3d5ff3`;

/** Answers every call with the same bytes, after `first`: returns them (f3), or reverts with them (fd). */
function answering(first: string, bytes: string, ending: "f3" | "fd"): string {
  const digits = bytes.slice(2);
  const size = hex2(digits.length / 2);
  const start = hex2(first.length / 2 + 13);
  return `${first}61${size}61${start}5f3961${size}5f${ending}${digits}`;
}

/** A jump over a DELEGATECALL: a diamond's code can delegate. */
const MAY_DELEGATE = "600456f45b";

async function create(code: string): Promise<string> {
  const { transactions } = await chain.mine([{ from: 0, data: code }]);
  expect(transactions[0]?.succeeded, code.slice(0, 80)).toBe(true);
  return transactions[0]?.contractAddress ?? "";
}

const proxies: Record<string, string> = {};

beforeAll(async () => {
  chain = await VmChain.open({ chainId: CHAIN });
  coin = await create(deployment("Coin", [textBytes("Gold"), textBytes("GLD"), 6]));
  coinCode = Buffer.from(chain.codeOf(coin)).toString("hex");
  const beacon = await create(creation(`${push(word(coin))}5f5260205ff3`));
  proxies.beacon = await create(
    creation(forwarding(PROXY_SLOTS.beacon), [[PROXY_SLOTS.beacon, word(beacon)]]),
  );
  proxies["EIP-1967"] = await create(
    creation(forwarding(PROXY_SLOTS.implementation), [
      [PROXY_SLOTS.implementation, word(coin)],
      [PROXY_SLOTS.admin, word(chain.accounts[1] ?? "")],
    ]),
  );
  proxies["EIP-1822"] = await create(
    creation(forwarding(PROXY_SLOTS.proxiable), [[PROXY_SLOTS.proxiable, word(coin)]]),
  );
  proxies["EIP-1167"] = await create(
    creation(`363d3d373d3d3d363d73${coin.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`),
  );
  const masterCopy = push("a619486e".padEnd(64, "0"));
  proxies.Safe = await create(
    creation(`${masterCopy}50${forwarding(PROXY_SLOTS.first)}`, [[PROXY_SLOTS.first, word(coin)]]),
  );
  const facets = encodeAbiParameters(parseAbiParameters("(address, bytes4[])[]"), [
    [[coin as `0x${string}`, ["0x7a0ed627", selectorOf("name()") as `0x${string}`]]],
  ]);
  proxies.diamond = await create(creation(answering(MAY_DELEGATE, facets, "f3")));
  labels = mkdtempSync(join(tmpdir(), "firn-abis-"));
  node = await serveVmNode(chain);
  firn = await indexChains({ labels });
  firn.add(node);
  await firn.reach(node);
}, 120_000);
afterAll(async () => {
  await firn.close();
  await node.close();
  rmSync(labels, { recursive: true });
});

async function get(path: string, status = 200): Promise<Json> {
  const response = await fetch(`${firn.url}/firn/v1/chains/${CHAIN}/contracts/${path}`, {
    headers: { "x-firn-dialect": "seed" },
  });
  const body = await response.json();
  expect(response.status, JSON.stringify(body).slice(0, 300)).toBe(status);
  return body;
}

test.each(["EIP-1967", "beacon", "EIP-1822", "EIP-1167", "Safe", "diamond"])(
  "a proxy of the kind %s names its target",
  async (kind) => {
    const { proxy, without } = await get(proxies[kind] ?? "");
    expect(without).toBeUndefined();
    expect(proxy.kind).toBe(kind);
    expect(proxy.targets.map(({ contract }: Json) => contract.address.toLowerCase())).toEqual([
      coin.toLowerCase(),
    ]);
    if (kind === "diamond") expect(proxy.targets[0].functionCount).toBe(2);
    if (kind === "EIP-1967") expect(proxy.admin.address.toLowerCase()).toBe(chain.accounts[1]?.toLowerCase());
  },
);

test("a contract that is no proxy says so, also with words in those slots", async () => {
  expect((await get(coin)).proxy).toBeUndefined();
  const storing = await create(creation("5f5ff3", [[PROXY_SLOTS.implementation, word(coin)]]));
  expect((await get(storing)).proxy).toBeUndefined();
});

test("an artifact put into the folder names the functions of every proxy within 5 s", async () => {
  const read = async () => (await get(`${proxies.Safe}/functions`)).functions as Json[];
  expect((await read()).map(({ from }) => from.by)).not.toContain("bytecode");
  const abi = [
    { type: "function", name: "name", inputs: [], outputs: [{ type: "string" }], stateMutability: "view" },
    { type: "function", name: "decimals", inputs: [], outputs: [{ type: "uint8" }], constant: true },
    { type: "function", name: "mint", inputs: [], outputs: [], stateMutability: "nonpayable" },
  ];
  mkdirSync(join(labels, "out", "Coin.sol"), { recursive: true });
  const file = join(labels, "out", "Coin.sol", "Coin.json");
  writeFileSync(file, JSON.stringify({ abi, deployedBytecode: { object: `0x${coinCode}` } }));
  const since = Date.now();
  while (!(await read()).some(({ from }) => from.by === "bytecode") && Date.now() - since < 20_000)
    await sleep(100);
  expect(Date.now() - since).toBeLessThan(5_000);
  for (const address of Object.values(proxies)) {
    const { functions } = await get(`${address}/functions`);
    const own = functions.filter(({ from }: Json) => from.by === "bytecode");
    const names = address === proxies.diamond ? ["name()"] : ["name()", "decimals()"];
    expect(own.map(({ signature }: Json) => signature)).toEqual(names);
    expect(own[0].from.file).toBe("out/Coin.sol/Coin.json");
  }
});

test("a function read through a proxy answers from the proxy's storage, at a block as well", async () => {
  expect(await get(`${coin}/call?function=name()`)).toMatchObject({
    returned: [{ type: "string", value: "Gold" }],
  });
  const through = await get(`${proxies["EIP-1967"]}/call?function=decimals()`);
  expect(through.returned).toEqual([{ name: "0", type: "uint8", value: "0" }]);
  const before = await get(`${coin}/call?function=name()&height=0`);
  expect(before.output).toBe("0x");
  await get(`${coin}/call?function=name()&height=-1`, 400);
});

test("a node that is away is said to be, and what the store has is still shown", async () => {
  node.refuse = { methods: ["eth_getCode"], status: 503 };
  const { without, code, creation } = await get(coin);
  delete node.refuse;
  expect(without).toContain("The node did not answer");
  expect(code).toBeUndefined();
  expect(creation.txHash).toMatch(/^0x/);
});

test("a call of a read function that reverts says why", async () => {
  const reason = `0x08c379a0${encodeAbi("string", ["sold out"]).slice(2)}`;
  const reverting = await create(creation(answering("6318160ddd50", reason, "fd")));
  const answer = await get(`${reverting}/call?function=totalSupply()`);
  expect(answer).toMatchObject({ failure: { kind: "message", text: "sold out" } });
});
