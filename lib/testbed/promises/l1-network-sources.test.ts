import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { compareCode } from "../../avalanche/evm/code/match";
import type { ContractSource } from "../../contract/firn/contracts";
import artifacts from "../l1-artifacts.json" with { type: "json" };
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

/** The recorded L1's own sources, sent as forge sends them, are those of every contract that they were deployed as. */

const FILES = ["All.sol", "L1.sol"];
const contentOf = (file: string) => readFileSync(new URL(`../l1-sources/${file}`, import.meta.url), "utf8");
const INPUT = {
  language: "Solidity",
  sources: Object.fromEntries(FILES.map((file) => [file, { content: contentOf(file) }])),
  settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: "cancun" },
};

let network: L1Network;
beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;
const get = async (path: string): Promise<Json> => (await fetch(`${network.firn.url}${path}`)).json();

async function etherscan(chain: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ module: "contract", ...fields });
  const response = await fetch(`${network.firn.url}/${chain}/api`, { method: "POST", body });
  return String(((await response.json()) as Json).result);
}

/** The name by which an artifact of the recording has a contract's code. */
function nameOf(code: string): string | undefined {
  const found = Object.entries<Json>(artifacts).find(([, { deployedBytecode }]) => {
    return deployedBytecode.length > 2 && compareCode({ object: deployedBytecode }, fromHex(code));
  });
  return found?.[0];
}

async function verify(chain: string, address: string, name: string): Promise<string> {
  const file = FILES.find((each) => new RegExp(`contract ${name}\\b`).test(contentOf(each))) ?? "";
  const guid = await etherscan(chain, {
    action: "verifysourcecode",
    contractaddress: address,
    sourceCode: JSON.stringify(INPUT),
    codeformat: "solidity-standard-json-input",
    contractname: `${file}:${name}`,
    compilerversion: "v0.8.30+commit.73712a01",
  });
  if (!/^[0-9a-f]{50}$/.test(guid)) return guid;
  for (;;) {
    const state = await etherscan(chain, { action: "checkverifystatus", guid });
    if (state !== "Pending in queue") return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it.each([L1, C])("every contract of chain %s is verified by them", { timeout: 240_000 }, async (chain) => {
  const { contracts } = await get(`/firn/v1/chains/${chain}/contracts?pageSize=100`);
  const verified: [address: string, name: string][] = [];
  const states = new Set<string>();
  for (const { contract } of contracts as { contract: { address: string } }[]) {
    const { code } = await get(`/firn/v1/chains/${chain}/contracts/${contract.address}`);
    const name = code?.size > 0 ? nameOf(code.bytes) : undefined;
    if (name === undefined) continue;
    states.add(await verify(chain, contract.address, name));
    verified.push([contract.address, name]);
  }
  // Several have the same code, which then has its sources already.
  states.delete("Contract source code already verified");
  expect([...states]).toEqual(["Pass - Verified"]);
  expect(new Set(verified.map(([, name]) => name)).size).toBeGreaterThan(5);
  for (const [address, name] of verified) {
    const read = async (): Promise<ContractSource | undefined> =>
      (await get(`/firn/v1/chains/${chain}/contracts/${address}/source`)).source;
    await expect.poll(async () => (await read())?.contract, { timeout: 10_000 }).toMatch(`.sol:${name}`);
    expect((await read())?.files.map(({ text }) => text)).toContain(contentOf("All.sol"));
  }
});
