import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, encodeAbi, selectorOf, textBytes } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { type RpcAnswer, serveVmNode, type VmNode } from "../../testbed/evm/node";

type Json = Record<string, unknown>;

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const TRANSFER_SINGLE = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
const TRANSFER_BATCH = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
const ALICE = word("a1".repeat(20));
const BOB = word("b0".repeat(20));

/** Hex digits, padded on the left to 32 bytes. */
function word(digits: string): string {
  return `0x${digits.padStart(64, "0")}`;
}

function joined(...parts: string[]): string {
  return `0x${parts.map((part) => part.slice(2)).join("")}`;
}

function text(bytes: string): string {
  return encodeAbi("bytes", [bytes]);
}

/** What a contract answers for its name, and what is shown of it. */
const NAMES: [string, string | undefined, string | undefined][] = [
  ["control characters", text(textBytes("A\u0000\u001b[31mB\u0007\r\n\u0085C")), "A[31mBC"],
  ["half a character, in bytes that no text has", text("0x41eda08042ed b08043".replace(" ", "")), "ABC"],
  ["bytes that are no UTF-8", text("0x41ff80c342"), "AB"],
  ["direction marks", text(textBytes("abc\u202Efdp.exe\u2066\u2069")), "abcfdp.exe"],
  ["an emoji", text(textBytes("👩‍🚀 coin")), "👩‍🚀 coin"],
  ["a character across the length limit", text(textBytes(`${"x".repeat(255)}😀😀`)), `${"x".repeat(255)}😀`],
  ["a text that is too long", text(textBytes("y".repeat(5_000))), "y".repeat(256)],
  ["blanks", text(textBytes(" \t\n ")), undefined],
  ["nothing", text("0x"), undefined],
  ["markup", text(textBytes("<script>alert(1)</script>")), "<script>alert(1)</script>"],
  ["a length without bytes", joined(word("20"), word("f".repeat(64))), undefined],
  ["an offset past the end", joined(word("f".repeat(64)), word("1")), undefined],
  ["a word of text", `0x${Buffer.from("Old Name").toString("hex").padEnd(64, "0")}`, "Old Name"],
  ["an empty word", word("0"), undefined],
  ["one byte", "0x41", undefined],
  ["a failure", undefined, undefined],
];

/** Events that look like token movements. */
const EVENTS: [string, string[], string][] = [
  ["a Transfer without an amount", [TRANSFER, ALICE, BOB], "0x"],
  ["Transfer with a byte too few", [TRANSFER, ALICE, BOB], `0x${"00".repeat(31)}`],
  ["Transfer with a word too many", [TRANSFER, ALICE, BOB], joined(word("1"), word("2"))],
  ["a Transfer of an NFT with an amount", [TRANSFER, ALICE, BOB, word("5")], word("1")],
  ["Transfer from no address", [TRANSFER, `0x${"ff".repeat(32)}`, BOB], word("1")],
  ["a Transfer with too few words", [TRANSFER], joined(ALICE, BOB)],
  ["a truncated TransferSingle", [TRANSFER_SINGLE, ALICE, ALICE, BOB], word("1")],
  ["an empty TransferBatch", [TRANSFER_BATCH, ALICE, ALICE, BOB], "0x"],
  [
    "a TransferBatch whose lists differ in length",
    [TRANSFER_BATCH, ALICE, ALICE, BOB],
    encodeAbi("uint256[],uint256[]", [[1n, 2n], [1n]]),
  ],
  [
    "a TransferBatch whose list begins past the end",
    [TRANSFER_BATCH, ALICE, ALICE, BOB],
    joined(word("40"), word("f".repeat(60)), word("0")),
  ],
  [
    "a TransferBatch whose list is too long",
    [TRANSFER_BATCH, ALICE, ALICE, BOB],
    joined(word("40"), word("40"), word("f".repeat(64))),
  ],
  ["an event without a name", [], joined(ALICE, BOB, word("1"))],
];

describe("hostile contracts", () => {
  let chain: VmChain;
  let node: VmNode;
  let firn: IndexedChains;
  const named: string[] = [];
  const written: string[] = [];
  let parrot = "";

  beforeAll(async () => {
    chain = await VmChain.open({ chainId: 99_999 });
    const make = async (data: string) => {
      const [deployed] = (await chain.mine([{ from: 0, data }])).transactions;
      return deployed?.contractAddress ?? "";
    };
    for (const [, answer] of NAMES) {
      const address = await make(deployment("Parrot"));
      const teach = (signature: string, bytes: string) => ({
        from: 0,
        to: address,
        data: callData("teach(bytes4,bytes)", [selectorOf(signature), bytes]),
        gas: 40_000_000,
      });
      const taught = answer === undefined ? [] : [teach("name()", answer), teach("symbol()", answer)];
      await chain.mine([
        ...taught,
        teach("decimals()", word("12")),
        teach("totalSupply()", word("7")),
        teach("balanceOf(address)", word("7")),
        { from: 0, to: address, data: writeEvent([TRANSFER, word("0"), BOB], word("7")) },
      ]);
      named.push(address);
    }
    parrot = await make(deployment("Parrot"));
    for (const [, topics, data] of EVENTS) {
      const [wrote] = (await chain.mine([{ from: 0, to: parrot, data: writeEvent(topics, data) }]))
        .transactions;
      written.push(wrote?.hash ?? "");
    }
    node = await serveVmNode(chain);
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
  });

  afterAll(async () => {
    await firn.close();
    await node.close();
  });

  const get = async (path: string) => {
    const response = await fetch(`${firn.url}/v1/chains/99999${path}`);
    return { status: response.status, body: (await response.json()) as Json };
  };

  it.each(NAMES)("whose name is %s show the printable part of it", async (_, answer, shown) => {
    const address = named[NAMES.findIndex((each) => each[1] === answer)] ?? "";
    const { body } = await get(`/addresses/${address}`);
    expect(body).toMatchObject({ ercType: "ERC-20", decimals: 18 });
    expect([body.name, body.symbol]).toEqual([shown, shown]);
    const { body: held } = await get(`/addresses/0x${BOB.slice(26)}/balances:listErc20?pageSize=100`);
    const token = (held.erc20TokenBalances as Json[]).find(
      (each) => String(each.address).toLowerCase() === address,
    );
    expect(token).toMatchObject({ balance: "7", decimals: 18 });
    expect([token?.name, token?.symbol]).toEqual([shown, shown]);
  });

  it.each(EVENTS.map(([name], i) => [name, i] as const))("that write %s move nothing", async (_, i) => {
    const { status, body } = await get(`/transactions/${written[i]}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["nativeTransaction", "networkTokenDetails"]);
    const { body: moved } = await get(`/tokens/${parrot}/transfers`);
    expect(moved.transfers).toEqual([]);
  });
});

function writeEvent(topics: string[], data: string): string {
  return callData("write(bytes32[],bytes)", [topics, data]);
}

describe("requests for what does not exist", () => {
  const nodes: VmNode[] = [];
  let firn: IndexedChains;

  afterEach(async () => {
    await firn.close();
    for (const node of nodes.splice(0)) await node.close();
  });

  const open = async (chain: VmChain) => {
    const node = await serveVmNode(chain);
    nodes.push(node);
    firn = await indexChains();
    firn.add(node);
    return node;
  };
  const get = async (path: string) => {
    const response = await fetch(`${firn.url}/v1/chains/99999${path}`);
    return { status: response.status, body: (await response.json()) as Json };
  };

  it("give a token that ended itself before it was indexed, without what it can no longer say", async () => {
    const chain = await VmChain.open({ chainId: 99_999, layout: "durango" });
    const [first = "", second = ""] = chain.accounts;
    const [deployed] = (await chain.mine([{ from: 0, data: deployment("MortalCoin") }])).transactions;
    const coin = deployed?.contractAddress ?? "";
    await chain.mine([
      { from: 0, to: coin, data: callData("mint(address,uint256)", [first, 9n]) },
      { from: 0, to: coin, data: callData("transfer(address,uint256)", [second, 4n]) },
    ]);
    await chain.mine([{ from: 0, to: coin, data: callData("end()") }]);
    expect(chain.codeOf(coin)).toHaveLength(0);
    const node = await open(chain);
    await firn.reach(node);
    const { body } = await get(`/addresses/${coin}`);
    expect(body).toMatchObject({ ercType: "ERC-20", deploymentDetails: { txHash: deployed?.hash } });
    expect(body).not.toHaveProperty("name");
    expect((await get(`/tokens/${coin}/transfers`)).body.transfers).toHaveLength(2);
    expect((await get(`/contracts/${coin}/transactions:getDeployment`)).status).toBe(200);
    const { nativeTransaction } = (await get(`/transactions/${deployed?.hash}`)).body;
    expect((nativeTransaction as Json).to).toMatchObject({
      address: expect.stringMatching(new RegExp(coin, "i")),
    });
  });

  /** Requests for what does not exist, and the expected status. */
  const QUESTIONS: [string, number][] = [
    [`/nfts/collections/COLLECTION/tokens/${2n ** 256n - 1n}`, 200],
    [`/nfts/collections/COLLECTION/tokens/${2n ** 256n - 2n}`, 404],
    [`/nfts/collections/COLLECTION/tokens/${2n ** 256n}`, 400],
    [`/nfts/collections/COLLECTION/tokens/${"9".repeat(500)}`, 400],
    ["/nfts/collections/COLLECTION/tokens/-1", 400],
    ["/nfts/collections/COLLECTION/tokens/0x1", 400],
    ["/nfts/collections/COLLECTION/tokens/%EF%BC%91", 400],
    ["/nfts/collections/ACCOUNT/tokens", 404],
    ["/nfts/collections/ACCOUNT/tokens/1", 404],
    ["/contracts/ACCOUNT/transactions:getDeployment", 404],
    ["/contracts/COLLECTION/deployments", 200],
    ["/addresses/ACCOUNT", 200],
    [`/addresses/0x${"9".repeat(40)}`, 200],
    ["/tokens/ACCOUNT/transfers", 200],
    [`/transactions/0x${"9".repeat(64)}`, 404],
    ["/blocks/999", 404],
    ["/blocks/0", 200],
  ];

  it("tell invalid requests from those without an answer", async () => {
    const chain = await VmChain.open({ chainId: 99_999 });
    const data = deployment("Collection", [textBytes("One"), textBytes("1")]);
    const [deployed] = (await chain.mine([{ from: 0, data }])).transactions;
    const collection = deployed?.contractAddress ?? "";
    const account = chain.accounts[0] ?? "";
    await chain.mine([
      { from: 0, to: collection, data: callData("mint(address,uint256)", [account, 2n ** 256n - 1n]) },
    ]);
    const node = await open(chain);
    await firn.reach(node);
    for (const [path, status] of QUESTIONS) {
      const filled = path.replace("COLLECTION", collection).replace("ACCOUNT", account);
      const answer = await get(filled);
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(status);
      if (status !== 200)
        expect(answer.body).toMatchObject({ statusCode: status, message: expect.any(String) });
    }
    const { body } = await get(`/addresses/${account}`);
    expect(body).toMatchObject({ ercType: "UNKNOWN" });
  });

  it("give the present balance where the node has no old states, and report that for past ones", async () => {
    const chain = await VmChain.open({ chainId: 99_999 });
    const [from = "", to = ""] = chain.accounts;
    for (let i = 0; i < 3; i++) await chain.mine([{ from: 0, to, value: 5n }]);
    const node = await open(chain);
    node.alter = ({ method, params }, answer) =>
      method === "eth_getBalance" && String(params[1]).startsWith("0x")
        ? { error: { code: -32000, message: "missing trie node 7777 (path ) state 0x7777 is not available" } }
        : answer;
    await firn.reach(node);
    const path = `/addresses/${from}/balances:getNative`;
    const { body } = await get(path);
    expect(body.nativeTokenBalance).toMatchObject({ balance: String(chain.balanceOf(from)) });
    expect(await get(`${path}?blockNumber=1`)).toMatchObject({ status: 503 });
  });

  /** Wrong answers of a node, given until it recovers. */
  const RUBBISH: [string, string, (answer: RpcAnswer) => RpcAnswer][] = [
    ["no receipts", "eth_getBlockReceipts", () => ({ result: null })],
    ["receipts of another block", "eth_getBlockReceipts", () => ({ result: [] })],
    ["text for receipts", "eth_getBlockReceipts", () => ({ result: "soon" })],
    ["text for a block", "eth_getBlockByNumber", () => ({ result: "block" })],
    ["a block without transactions", "eth_getBlockByNumber", (answer) => without(answer, "transactions")],
    ["a block without its parent", "eth_getBlockByNumber", (answer) => without(answer, "parentHash")],
    ["an error", "eth_getBlockByNumber", () => ({ error: { code: -32000, message: "no" } })],
    ["a height that is no number", "eth_blockNumber", () => ({ result: "high" })],
  ];

  it.each(RUBBISH)("waits while the node answers with %s, then goes on", async (_, method, instead) => {
    const chain = await VmChain.open({ chainId: 99_999 });
    const [, to = ""] = chain.accounts;
    await chain.mine([{ from: 0, to, value: 5n }]);
    const node = await open(chain);
    await firn.reach(node);
    let requests = 0;
    node.alter = (call, answer) => {
      if (call.method !== method) return answer;
      requests += 1;
      return instead(answer);
    };
    await chain.mine([{ from: 0, to, value: 5n }]);
    while (requests < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await firn.status(node)).toMatchObject({ state: "waiting-for-node", height: 1 });
    node.alter = (_call, answer) => answer;
    await firn.reach(node);
    expect((await get("/blocks/2")).body).toMatchObject({ blockHash: chain.head.hash });
  });
});

function without(answer: RpcAnswer, member: string): RpcAnswer {
  const { [member]: _, ...result } = (answer as { result: Json }).result;
  return { result };
}
