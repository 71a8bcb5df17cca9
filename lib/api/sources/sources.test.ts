import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import solc from "solc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { standardInput } from "../../contract/sources";
import { SILENT } from "../../log";
import { VmChain } from "../../testbed/evm/chain";
import { encodeAbi } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { openCompilers } from "./compilers";
import { openSources } from "./sources";

/** Contracts compiled by the real compiler and deployed on a real EVM, whose sources are then sent to Firn. */

const CHAIN = 99_555;
const VERSION = "0.8.30";
const VAULT = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Owned} from "./base/Owned.sol";

library Sums {
    function add(uint256 a, uint256 b) external pure returns (uint256) {
        return a + b;
    }
}

/// A vault whose <limit> never changes.
contract Vault is Owned {
    error OverLimit(uint256 asked, uint256 most);
    event Stored(address indexed by, uint256 amount);

    uint256 public immutable limit;
    uint256 public total;

    constructor(uint256 most, string memory name) Owned(name) {
        limit = most;
    }

    function store(uint256 amount) external {
        if (amount > limit) revert OverLimit(amount, limit);
        total = Sums.add(total, amount);
        emit Stored(msg.sender, amount);
    }

    function spawn() external returns (Child) {
        return new Child();
    }
}

contract Child {
    uint256 public born = block.timestamp;
}
`;
const OWNED = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

abstract contract Owned {
    address public immutable owner = msg.sender;
    string public title;

    constructor(string memory name) {
        title = name;
    }
}
`;

interface Input {
  language: string;
  sources: Record<string, { content: string }>;
  settings: Record<string, unknown>;
}

function inputOf(vault = VAULT, settings: Record<string, unknown> = {}): Input {
  return {
    language: "Solidity",
    sources: { "src/base/Owned.sol": { content: OWNED }, "src/Vault.sol": { content: vault } },
    settings: { optimizer: { enabled: true, runs: 500 }, evmVersion: "shanghai", ...settings },
  };
}

/** Creation code, by name; libraries are at an address. */
function compile(input: Input): Record<string, string> {
  const settings = { ...input.settings, outputSelection: { "*": { "*": ["evm.bytecode.object"] } } };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify({ ...input, settings })));
  const all = Object.values<Record<string, { evm: { bytecode: { object: string } } }>>(contracts);
  return Object.fromEntries(
    all.flatMap((names) => Object.entries(names).map(([name, { evm }]) => [name, evm.bytecode.object])),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

let chain: VmChain;
let node: VmNode;
let firn: IndexedChains;
let sourcify: Server;
/** Paths that the Sourcify server was asked for, and what it answers. */
const asked: string[] = [];
let answer: Json;
let vault = "";
let twin = "";
let bare = "";
let moved = "";

async function create(code: string): Promise<string> {
  const { transactions } = await chain.mine([{ from: 0, data: code }]);
  expect(transactions[0]?.succeeded).toBe(true);
  return transactions[0]?.contractAddress?.toLowerCase() ?? "";
}

const LIMIT = 1_000n;
const withArguments = (code: string | undefined, title: string) =>
  `0x${code}${encodeAbi("uint256,string", [LIMIT, title]).slice(2)}`;

beforeAll(async () => {
  chain = await VmChain.open({ chainId: CHAIN });
  const { Vault = "", Sums, Child } = compile(inputOf());
  const library = await create(`0x${Sums}`);
  const linked = Vault.replace(/__\$.{34}\$__/g, library.slice(2));
  vault = await create(withArguments(linked, "The first"));
  twin = await create(withArguments(linked, "Another"));
  bare = await create(`0x${Child}`);
  const other = compile(inputOf(VAULT, { optimizer: { enabled: true, runs: 9 } })).Vault ?? "";
  moved = await create(withArguments(other.replace(/__\$.{34}\$__/g, library.slice(2)), "Elsewhere"));
  sourcify = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? { customCode: "not_found" }));
  });
  await new Promise<void>((resolve) => sourcify.listen(0, "127.0.0.1", resolve));
  node = await serveVmNode(chain);
  const { port } = sourcify.address() as AddressInfo;
  firn = await indexChains({ sourcify: `http://127.0.0.1:${port}` });
  firn.add(node);
  await firn.reach(node);
}, 120_000);
afterAll(async () => {
  await firn.close();
  await node.close();
  sourcify.close();
});

async function etherscan(fields: Record<string, string>): Promise<{ status: string; result: Json }> {
  const body = new URLSearchParams({ module: "contract", ...fields });
  const response = await fetch(`${firn.url}/${CHAIN}/api`, { method: "POST", body });
  expect(response.status).toBe(200);
  return (await response.json()) as { status: string; result: Json };
}

/** Sends sources, and waits for what becomes of them. */
async function verify(address: string, input: Input, more: Record<string, string> = {}): Promise<string> {
  const sent = await etherscan({
    action: "verifysourcecode",
    contractaddress: address,
    sourceCode: JSON.stringify(input),
    codeformat: "solidity-standard-json-input",
    contractname: "src/Vault.sol:Vault",
    compilerversion: `v${VERSION}+commit.73712a01`,
    constructorArguements: "",
    licenseType: "3",
    ...more,
  });
  if (sent.status === "0") return sent.result;
  let state = "";
  await expect
    .poll(
      async () => {
        state = (await etherscan({ action: "checkverifystatus", guid: sent.result })).result;
        return state;
      },
      { timeout: 60_000, interval: 100 },
    )
    .not.toBe("Pending in queue");
  return state;
}

async function get(path: string): Promise<Json> {
  const response = await fetch(`${firn.url}/firn/v1/chains/${CHAIN}/contracts/${path}`);
  expect(response.status).toBe(200);
  return response.json();
}

/** Once the API's threads have read what was verified. */
const sourceOf = (address: string) =>
  expect.poll(async () => (await get(`${address}/source`)).source, { timeout: 10_000 });

describe("sources that are sent", { timeout: 90_000 }, () => {
  it("are refused with what is wrong: settings, versions, names, faults, addresses", async () => {
    expect((await get(`${vault}/source`)).without).toContain("forge verify-contract");
    expect(await verify(vault, inputOf(VAULT, { optimizer: { enabled: false } }))).toMatch(
      /^Fail - Unable to verify: the sources compile to other code: \d+ bytes, where the contract has \d+: compare the settings .*; the contract's metadata names solc 0\.8\.30$/,
    );
    expect(await verify(vault, inputOf("contract Vault { broken"))).toContain("do not compile: ParserError");
    expect(await verify(vault, inputOf(), { contractname: "src/Vault.sol:Volt" })).toContain(
      "have no contract",
    );
    expect(await verify(vault, inputOf(), { compilerversion: "v0.4.11+commit.68ef5810" })).toContain(
      "solc 0.4.11 is not installed",
    );
    expect(await verify(vault, inputOf(), { compilerversion: "../0.8.30" })).toContain("no released version");
    expect(await verify(`0x${"12".repeat(20)}`, inputOf())).toMatch(
      /^Unable to locate ContractCode at 0x1212/,
    );
    expect(await verify(vault, { ...inputOf(), language: "Vyper" })).toMatch(/^Invalid source code/);
    expect((await etherscan({ action: "checkverifystatus", guid: "../../etc" })).result).toMatch(
      /^Unknown GUID/,
    );
    expect((await get(`${vault}/source`)).source).toBeUndefined();
  });

  it("are not read from files, whatever they import", async () => {
    const reading = VAULT.replace("./base/Owned.sol", "/etc/hostname");
    expect(await verify(vault, inputOf(reading))).toContain('Source "/etc/hostname" not found');
  });

  it("of other comments compile to the same code, are a partial match, and give way to exact ones alone", async () => {
    const commented = (comment: string) => inputOf(VAULT.replace("never changes", comment));
    expect(await verify(twin, commented("never, ever changes"))).toBe("Pass - Verified");
    await sourceOf(twin).toMatchObject({ match: "partial" });
    expect(await verify(twin, commented("changes daily"))).toContain(
      "has sources that match as well as these",
    );
    expect(JSON.stringify((await get(`${twin}/source`)).source.files)).toContain("never, ever changes");
  });

  it("are an exact match with their metadata, name everything, and hold for every contract of that code", async () => {
    expect(await verify(vault, inputOf())).toBe("Pass - Verified");
    const exact = {
      contract: "src/Vault.sol:Vault",
      compiler: `${VERSION}+commit.73712a01`,
      match: "exact",
      by: "firn",
      license: "MIT",
      language: "Solidity",
    };
    await sourceOf(vault).toMatchObject(exact);
    const { source } = await get(`${twin}/source`);
    expect(source).toMatchObject(exact);
    expect(source.files).toEqual([
      { path: "src/Vault.sol", text: VAULT },
      { path: "src/base/Owned.sol", text: OWNED },
    ]);
    expect(JSON.parse(source.settings)).toEqual(inputOf().settings);
    const facts = await get(twin);
    expect(facts.abi).toEqual({ by: "verified" });
    expect(facts.constructorArguments.args.map(({ name, value }: Json) => [name, value])).toEqual([
      ["most", String(LIMIT)],
      ["name", "Another"],
    ]);
    expect((await get(`${moved}/source`)).source).toBeUndefined();
    expect(await verify(vault, inputOf())).toBe("Contract source code already verified");
  });

  it("are answered as Etherscan's clients expect them", async () => {
    const { result } = await etherscan({ action: "getsourcecode", address: twin });
    expect(result[0]).toMatchObject({
      ContractName: "Vault",
      CompilerVersion: `v${VERSION}+commit.73712a01`,
      OptimizationUsed: "1",
      Runs: "500",
      EVMVersion: "shanghai",
      LicenseType: "MIT",
      Proxy: "0",
      ConstructorArguments: encodeAbi("uint256,string", [LIMIT, "Another"]).slice(2),
    });
    expect(JSON.parse(result[0].SourceCode.slice(1, -1))).toEqual(inputOf());
    const abi = JSON.parse((await etherscan({ action: "getabi", address: twin })).result);
    expect(abi).toContainEqual(expect.objectContaining({ type: "error", name: "OverLimit" }));
  });

  it("name no member of every object as their contract", async () => {
    expect(await verify(bare, inputOf(), { contractname: "src/Vault.sol:constructor" })).toContain(
      "have no contract",
    );
  });

  it("are compiled by what is installed in the operator's folder, wherever Firn was started", async () => {
    const folder = mkdtempSync(join(tmpdir(), "firn-compilers-"));
    const compiler = join(folder, "node_modules", "solc-0.0.1");
    mkdirSync(compiler, { recursive: true });
    writeFileSync(join(compiler, "package.json"), JSON.stringify({ name: "solc", version: "0.0.1" }));
    writeFileSync(
      join(compiler, "index.js"),
      "exports.compile = (input) => JSON.stringify([JSON.parse(input).language, 'x'.repeat(300_000)]);",
    );
    const compilers = openCompilers(relative(process.cwd(), folder));
    expect(compilers.versions()).toEqual(["0.0.1", VERSION]);
    const answer = await compilers.compile(
      "0.0.1",
      standardInput.parse(inputOf()),
      AbortSignal.timeout(60_000),
    );
    expect(answer).toEqual(["Solidity", "x".repeat(300_000)]);
    rmSync(folder, { recursive: true });
  });

  it("say that they have to be sent again when Firn stops while it compiles", async () => {
    const folder = mkdtempSync(join(tmpdir(), "firn-contracts-"));
    const sources = openSources({ contractsFolder: folder, nowMs: Date.now, log: SILENT });
    const contract = {
      evmChainId: String(CHAIN),
      address: fromHex(vault),
      code: chain.codeOf(vault),
      hasSources: false,
    };
    const guid = await sources.submit(contract, {
      input: standardInput.parse(inputOf()),
      contract: "src/Vault.sol:Vault",
      compiler: VERSION,
    });
    expect((await sources.findSubmission(guid))?.state).toBe("pending");
    await sources.close();
    expect(await sources.findSubmission(guid)).toMatchObject({
      state: "failed",
      reason: "Firn was stopped while it compiled: send the sources again",
    });
    rmSync(folder, { recursive: true });
  });

  it("may be a single file with its settings beside it", async () => {
    const child = `contract Child {\n    uint256 public born = block.timestamp;\n}\n`;
    const sent = await etherscan({
      action: "verifysourcecode",
      contractaddress: bare,
      sourceCode: child,
      contractname: "Child",
      compilerversion: `v${VERSION}+commit.73712a01`,
      optimizationUsed: "1",
      runs: "500",
      evmversion: "shanghai",
    });
    await expect
      .poll(async () => (await etherscan({ action: "checkverifystatus", guid: sent.result })).result, {
        timeout: 60_000,
      })
      .toBe("Pass - Verified");
    await sourceOf(bare).toMatchObject({ contract: "Child.sol:Child", match: "partial" });
  });
});

describe("a Sourcify server", () => {
  const input = inputOf(VAULT, { optimizer: { enabled: true, runs: 9 } });
  const read = async (url: string): Promise<Json> =>
    (await fetch(`${url}/firn/v1/chains/${CHAIN}/contracts/${moved}/source`)).json();
  /** What such a server has of a contract, without immutables and libraries put in. */
  const told = (runtime: { object: string; immutableReferences: unknown }) => ({
    match: "exact_match",
    abi: [{ type: "function", name: "total", inputs: [], outputs: [] }],
    compilation: { compilerVersion: `${VERSION}+commit.73712a01`, fullyQualifiedName: "src/Vault.sol:Vault" },
    stdJsonInput: input,
    runtimeBytecode: {
      recompiledBytecode: `0x${runtime.object.replace(/__\$.{34}\$__/g, "0".repeat(40))}`,
      immutableReferences: runtime.immutableReferences,
    },
  });
  const compiled = (settings: Record<string, unknown>) => {
    const asked = {
      ...inputOf(VAULT, settings),
      settings: { ...inputOf(VAULT, settings).settings, outputSelection },
    };
    return JSON.parse(solc.compile(JSON.stringify(asked))).contracts["src/Vault.sol"].Vault.evm
      .deployedBytecode;
  };
  const outputSelection = { "*": { Vault: ["evm.deployedBytecode"] } };

  it("is asked once for a contract that it does not have", async () => {
    const url = await firn.serveAgain();
    asked.length = 0;
    expect((await read(url)).without).toContain("forge verify-contract");
    expect((await read(url)).without).toBeDefined();
    expect(asked).toEqual([expect.stringMatching(`^/v2/contract/${CHAIN}/${moved}\\?fields=abi`)]);
  });

  it("counts only with code that is the contract's", async () => {
    answer = told(compiled({}));
    expect((await read(await firn.serveAgain())).source).toBeUndefined();
    const runtime = compiled(input.settings);
    answer = told(runtime);
    // The library's address is in the code that was deployed, and in that of the server.
    const library = Buffer.from(chain.codeOf(moved)).toString("hex");
    const at = runtime.object.search(/__\$.{34}\$__/);
    const linked = runtime.object.replace(/__\$.{34}\$__/g, library.slice(at, at + 40));
    answer.runtimeBytecode.recompiledBytecode = `0x${linked}`;
    const url = await firn.serveAgain();
    const { source } = await read(url);
    expect(source).toMatchObject({ by: "sourcify", match: "exact", contract: "src/Vault.sol:Vault" });
    expect(source.files).toHaveLength(2);
    asked.length = 0;
    await sourceOf(moved).toMatchObject({ by: "sourcify" });
    expect(asked).toEqual([]);
  });

  it("that answers something else is one that has nothing", async () => {
    answer = { match: "exact_match", abi: 7 };
    expect((await get(`${bare}/source`)).source.by).toBe("firn");
    const empty = await create("0x600160005360016000f3");
    await firn.reach(node);
    expect((await get(`${empty}/source`)).without).toMatch(/^No sources are verified/);
  });
});
