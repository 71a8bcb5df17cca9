import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import artifacts from "../l1-artifacts.json" with { type: "json" };
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network, listCalls } from "../l1-network";

/**
 * Contracts of a real L1 and its C-Chain, with the folder of compiled contracts among the labels: each says what it is,
 * what it runs, and what it answers, as the node does.
 */

let network: L1Network;
let labels = "";

beforeAll(async () => {
  labels = mkdtempSync(join(tmpdir(), "firn-out-"));
  for (const [name, artifact] of Object.entries(artifacts)) {
    mkdirSync(join(labels, "out", `${name}.sol`), { recursive: true });
    writeFileSync(join(labels, "out", `${name}.sol`, `${name}.json`), JSON.stringify(artifact));
  }
  network = await followL1Network({ labels });
}, L1_NETWORK_TIMEOUT_MS);
afterAll(async () => {
  await network?.close();
  rmSync(labels, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

async function get(path: string, status = 200): Promise<Json> {
  const response = await fetch(`${network.firn.url}${path}`, { headers: { "x-firn-dialect": "seed" } });
  const body = await response.json();
  expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(status);
  return body;
}

const contractOf = (chainId: string, address: string) =>
  get(`/firn/v1/chains/${chainId}/contracts/${address}`);
const fileOf = (name: string) => `out/${name}.sol/${name}.json`;

/** On the L1, by the recording's labels. */
const TOKEN = "0xA4cD3b0Eb6E5Ab5d8CE4065BcCD70040ADAB1F00";
const PROXY = "0xcb5255bbfe1fcd1E8C1D52301edA436eCcf231AF";
const BEACON_PROXY = "0xa1E47689f396fED7d18D797d9D31D727d2c0d483";
const BEACON = "0xB8a934dcb74d0E3d1DF6Bce0faC12cD8B18801eD";
const LOGIC_TWO = "0x55a4eDd8A2c051079b426E9fbdEe285368824a89";
const ADMIN = "0x223ef1Db694878b2507245F3056268E254e581cD";
const CHILD = "0x3925CF19E3c43693077983594CEbe2A98b6F1066";
const WRAPPED = "0x97C0FE6aB595cbFD50ad3860DA5B2017d8B35c2E";

interface Recorded {
  height: number;
  method: string;
  params: unknown[];
  result: string;
}

/** An answer as the recording holds it: parameters and reply are JSON. */
interface RecordedAnswer {
  path: string;
  height: number;
  method: string;
  params: string;
  reply: string;
}

/** What the node answered to reads of one method, on a chain's Ethereum API. */
function recordedReads(chainId: string, method: string): Recorded[] {
  const { answers, evmChains } = network.firn.recording;
  const path = chainId === C ? "/ext/bc/C/rpc" : `/ext/bc/${evmChains[0]?.blockchainId}/rpc`;
  return (answers as unknown as RecordedAnswer[]).flatMap((each) => {
    if (each.path !== path || each.method !== method) return [];
    const { result } = JSON.parse(each.reply);
    return [{ height: each.height, method, params: JSON.parse(each.params), result }];
  });
}

it("every proxy of the recorded slots has the target, the beacon and the admin that the node's storage has", async () => {
  let slots = 0;
  for (const chainId of [L1, C])
    for (const { params, result } of recordedReads(chainId, "eth_getStorageAt")) {
      const [address, slot] = params as [string, string];
      const { proxy, without } = await contractOf(chainId, address);
      expect(without, address).toBeUndefined();
      const role = { "0x3608": "target", "0xb531": "admin", "0xa3f0": "beacon" }[slot.slice(0, 6)] ?? "";
      const shown = { ...proxy, target: proxy.targets[0]?.contract };
      expect(shown[role].address.toLowerCase(), `${address} ${role}`).toBe(`0x${result.slice(-40)}`);
      slots++;
    }
  expect(slots).toBe(7);
});

it("a proxy names its kind, its target's ABI, and how its target changed", async () => {
  const { proxy, abi, creation } = await contractOf(L1, PROXY);
  expect(abi).toEqual({ by: "bytecode", file: fileOf("TransparentProxy") });
  expect(proxy).toMatchObject({
    kind: "EIP-1967",
    targets: [{ contract: { address: LOGIC_TWO }, abi: { by: "bytecode", file: fileOf("LogicTwo") } }],
    admin: { address: ADMIN },
  });
  expect(creation.deployer.address).toMatch(/^0x/);
  const { changes } = await get(`/firn/v1/chains/${L1}/contracts/${PROXY}/targets`);
  const logs = (network.firn.recording.evmChains[0]?.blocks ?? []).flatMap(({ receipts }) =>
    receipts.flatMap(({ logs }) => logs as { address: string; topics: string[]; transactionHash: string }[]),
  );
  const own = logs.filter(({ address }) => address.toLowerCase() === PROXY.toLowerCase());
  const named = changes.map(({ event: { name }, txHash }: Json) => [name, txHash]);
  expect(named.every(([name]: string[]) => /^(Upgraded|AdminChanged)$/.test(name ?? ""))).toBe(true);
  expect(named.length).toBeGreaterThan(2);
  for (const [, txHash] of named) expect(own.map(({ transactionHash }) => transactionHash)).toContain(txHash);
  expect(changes.find(({ event }: Json) => event.name === "Upgraded").event.args[0].value).toBe(LOGIC_TWO);

  const beacon = await contractOf(L1, BEACON_PROXY);
  expect(beacon.proxy).toMatchObject({ kind: "beacon", beacon: { address: BEACON } });
});

it("every contract whose compiled code is in the folder is matched with it, in spite of immutables", async () => {
  const counts = { matched: 0, immutable: 0 };
  for (const chainId of [L1, C])
    for (const { params, result: code } of recordedReads(chainId, "eth_getCode")) {
      const found = await contractOf(chainId, String(params[0]));
      expect(found.without, String(params[0])).toBeUndefined();
      expect(found.code.bytes).toBe(code);
      const same = Object.entries(artifacts).find(([, { deployedBytecode }]) => deployedBytecode === code);
      if (same !== undefined) {
        expect(found.abi?.file, String(params[0])).toBe(fileOf(same[0]));
        counts.matched++;
      } else if (found.abi !== undefined) counts.immutable++;
      if (found.abi !== undefined) expect(found.code.compiler).toBe("solc 0.8.30");
    }
  expect(counts).toEqual({ matched: expect.any(Number), immutable: expect.any(Number) });
  expect(counts.matched).toBeGreaterThan(30);
  expect(counts.immutable).toBeGreaterThan(0);
});

it("calls of a proxy are decoded with its target's ABI, surely and not as a guess", async () => {
  const block = network.firn.recording.evmChains[0]?.blocks ?? [];
  const calls = block.flatMap(({ block }) =>
    (block.transactions as unknown as { hash: string; to: string | null; input: string }[]).filter(
      ({ to, input }) => to?.toLowerCase() === PROXY.toLowerCase() && input.startsWith("0x60fe47b1"),
    ),
  );
  expect(calls.length).toBeGreaterThan(0);
  for (const { hash } of calls) {
    const detail = await get(`/firn/v1/chains/${L1}/transactions/${hash}`);
    expect(detail.called).toMatchObject({ signature: "set(uint256)", by: "contract" });
    const tree = await listCalls(get, L1, hash);
    expect((tree[0] as Json).called).toMatchObject({ by: "contract" });
  }
});

it("every recorded view of a contract with an ABI is answered as the node answered it", async () => {
  const listed = new Map<string, Json[]>();
  let read = 0;
  for (const { params, result } of recordedReads(L1, "eth_call")) {
    const [{ to, data }, tag] = params as [{ to: string; data: string }, string];
    if (tag !== "latest" || data.length !== 10) continue;
    const path = `/firn/v1/chains/${L1}/contracts/${to}`;
    const functions = listed.get(to) ?? (await get(`${path}/functions`)).functions;
    listed.set(to, functions);
    const signature = { "0x06fdde03": "name()", "0x95d89b41": "symbol()", "0x18160ddd": "totalSupply()" }[
      data
    ];
    if (!functions.some((each: Json) => each.signature === signature)) continue;
    const answer = await get(`${path}/call?function=${signature}`);
    if (result === undefined) {
      expect(answer.failure).toBeDefined();
    } else if (signature === "totalSupply()") {
      expect(answer.returned[0].value).toBe(String(BigInt(result)));
      read++;
    } else {
      expect(answer.returned ?? answer.output, `${to} ${signature}`).toBeDefined();
      const [{ type, value }] = answer.returned ?? [{ type: "bytes", value: result }];
      if (type === "string") expect(result).toContain(Buffer.from(value).toString("hex"));
      else expect(value).toBe(result);
      read++;
    }
  }
  expect(read).toBeGreaterThan(20);
});

it("functions that read take typed arguments, and say what is wrong with others", async () => {
  const path = `/firn/v1/chains/${L1}/contracts/${TOKEN}/call`;
  const asked = (signature: string, values: unknown) =>
    `${path}?function=${signature}&arguments=${encodeURIComponent(JSON.stringify(values))}`;
  const [recorded] = recordedReads(L1, "eth_call").flatMap(({ params: [call], result }) => {
    const { to, data } = call as { to: string; data: string };
    const isBalance = to.toLowerCase() === TOKEN.toLowerCase() && data.startsWith("0x70a08231");
    return isBalance ? [{ data, result }] : [];
  });
  const holder = `0x${recorded?.data.slice(-40)}`;
  expect(await get(asked("balanceOf(address)", [holder]))).toEqual({
    signature: "balanceOf(address)",
    returned: [{ name: "0", type: "uint256", value: String(BigInt(recorded?.result ?? "")) }],
  });
  const refused = async (signature: string, values: unknown, status = 400) =>
    (await get(asked(signature, values), status)).message as string;
  expect(await refused("balanceOf(address)", ["0x12"])).toContain("40 hex digits");
  expect(await refused("balanceOf(address)", [])).toContain("takes 1 arguments");
  expect(await refused("balanceOf(address)", { a: 1 })).toContain("JSON list");
  expect(await refused("transfer(address,uint256)", [holder, "1"], 404)).toContain("no function transfer");
});

it("a clone names its target, and a wrapped coin is one", async () => {
  const child = await contractOf(L1, CHILD);
  expect(child.abi).toEqual({ by: "bytecode", file: fileOf("Child") });
  expect((await contractOf(L1, WRAPPED)).standards).toEqual(["wrapped coin"]);
  expect((await contractOf(L1, TOKEN)).standards).toEqual(["ERC-20"]);
  const clones = [];
  for (const { params } of recordedReads(L1, "eth_getCode")) {
    const { proxy } = await contractOf(L1, String(params[0]));
    if (proxy?.kind === "EIP-1167") clones.push(proxy.targets[0].contract.address);
  }
  expect(clones.length).toBeGreaterThan(0);
});

it("constructor arguments are those that the transaction had behind the code", async () => {
  const { constructorArguments, creation } = await contractOf(L1, TOKEN);
  const { nativeTransaction } = await get(`/firn/v1/chains/${L1}/transactions/${creation.txHash}`);
  expect(nativeTransaction.input.endsWith(constructorArguments.bytes.slice(2))).toBe(true);
  expect(constructorArguments.args.map(({ type }: Json) => type)).toEqual(
    (artifacts.Token20.abi as Json[])
      .find(({ type }) => type === "constructor")
      .inputs.map(({ type }: Json) => type),
  );
});

it("the rules of the chain are those that its node applies", async () => {
  const rules = await get(`/firn/v1/chains/${L1}/rules`);
  const one = (method: string) => recordedReads(L1, method).at(-1)?.result as Json;
  const active = recordedReads(L1, "eth_getActiveRulesAt").find(({ params }) => params.length === 0)
    ?.result as Json;
  const fees = recordedReads(L1, "eth_feeConfig").find(({ params }) => params.length === 0)?.result as Json;
  expect(rules.fees).toEqual({
    ...Object.fromEntries(Object.entries(fees.feeConfig).map(([name, value]) => [name, String(value)])),
    lastChangedBlock: String(fees.lastChangedAt),
  });
  expect(
    Object.fromEntries(rules.upgrades.map(({ name, isActive }: Json) => [`Is${name}`, isActive])),
  ).toEqual(active.avalancheRules);
  const on = rules.precompiles.filter(({ isActive }: Json) => isActive);
  expect(on.map(({ contract: { name } }: Json) => name)).toEqual([
    "Deployer allow list",
    "Native minter",
    "Fee manager",
    "Reward manager",
    "Warp messenger",
  ]);
  expect(on.map(({ since }: Json) => since).sort()).toEqual(
    Object.values(active.precompiles as Record<string, Json>)
      .map(({ timestamp }) => timestamp)
      .sort(),
  );
  const { precompileUpgrades, stateUpgrades } = one("eth_getChainConfig").upgrades;
  expect(rules.changes).toHaveLength(precompileUpgrades.length + stateUpgrades.length);
});

it("roles are those that the allow lists answer for every account that was asked about", async () => {
  const { precompiles, rewards } = await get(`/firn/v1/chains/${L1}/rules`);
  const head = network.firn.recording.evmChains[0]?.blocks.length ?? 0;
  let compared = 0;
  const reads = recordedReads(L1, "eth_call").filter(({ height }) => height === head - 1);
  for (const { params, result } of reads) {
    const { to, data } = params[0] as { to: string; data: string };
    const precompile = precompiles.find(
      ({ contract }: Json) => contract.address.toLowerCase() === to.toLowerCase(),
    );
    if (precompile?.isActive && data.startsWith("0xeb54dae1")) {
      const role = ["none", "enabled", "admin", "manager"][Number(result)];
      const account = `0x${data.slice(-40)}`.toLowerCase();
      const found = precompile.roles.find((each: Json) => each.account.address.toLowerCase() === account);
      expect(found?.role ?? "none", `${account} of ${precompile.contract.name}`).toBe(role);
      compared++;
    }
    // currentRewardAddress()
    if (data.startsWith("0xe915608b")) {
      expect(rewards.address.address.toLowerCase()).toBe(`0x${result.slice(-40)}`);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(10);
});

it("a chain whose node tells no rules says so", async () => {
  const rules = await get(`/firn/v1/chains/${C}/rules`);
  expect(rules.precompiles).toEqual([]);
  expect(rules.without).toContain("only chains of subnet-evm");
});
