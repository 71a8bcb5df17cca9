import { z } from "zod";
import { parseLossless, rpcError, rpcReply, stringifyLossless } from "../../contract/rpc";
import type { RecordedAnswer, RecordedSession } from "../recording";
import type { ReadFile } from "./read-file";

/** Reads the JSON-RPC answers of a capture that are not HTTP exchanges. Each file has its own form. */

const P = "/ext/bc/P";
const X = "/ext/bc/X";
const C = "/ext/bc/C/rpc";
const AVAX = "/ext/bc/C/avax";

type Heights = Record<"P" | "X" | "C", number>;
type Reply = { result?: unknown; error?: unknown };

/**
 * Collects all answers of a capture, by the path of their request.
 * @param last heights of the last indexed blocks: the height of calls that were recorded without one
 */
export async function collectAnswers(
  read: ReadFile,
  sessions: readonly RecordedSession[],
  last: Heights,
): Promise<RecordedAnswer[]> {
  const truth = await read("balances.json", balances);
  const heights = { ...last, ...truth?.heights };
  const addresses = truth?.addresses ?? {};
  return [
    ...sessions
      .filter((session) => session.name === "info" || session.name === "http")
      .flatMap((session) => fromSession(session, last)),
    ...(await fromCalls(read, heights)),
    ...(await fromBlocks(read)),
    ...(await fromTransactions(read)),
    ...(await fromEvmState(read, heights)),
    ...Object.values(addresses).flatMap((actor) => fromActor(actor, heights)),
    ...(await fromAtomicMemory(read, addresses, heights)),
  ];
}

/**
 * Errors from this code down concern the request only: no such method, bad parameters. The devnet produces them itself.
 */
const NOT_OF_THE_CHAIN = -32600;

const rpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.unknown().optional(),
});

/** Calls whose answer can only be recorded: the info API's, and reads of C-Chain state. */
function fromSession({ heights, exchanges }: RecordedSession, last: Heights): RecordedAnswer[] {
  return exchanges.flatMap(({ request, response }) => {
    if (request.method !== "POST" || response.status !== 200) return [];
    if (request.path !== "/ext/info" && request.path !== C) return [];
    const call = rpcRequest.safeParse(tryParse(request.body));
    if (!call.success) return [];
    const reply = rpcReply.safeParse(tryParse(response.body)).data;
    if (reply === undefined || (reply.error?.code ?? 0) <= NOT_OF_THE_CHAIN) return [];
    const { method, params = {} } = call.data;
    const height = request.path === C ? { height: heights.C ?? last.C } : {};
    const outcome = { result: reply.result, error: reply.error ?? undefined };
    return [answer({ path: request.path, method, params, ...height }, outcome)];
  });
}

const calls = z.record(
  z.string(),
  z.object({
    method: z.string(),
    params: z.unknown(),
    response: z.object({ result: z.unknown().optional(), error: rpcError.optional() }),
  }),
);

async function fromCalls(read: ReadFile, heights: Heights): Promise<RecordedAnswer[]> {
  const files = ["platform/misc.json", "platform/validators.json", "xchain/misc.json", "cchain/misc.json"];
  const readOne = async (file: string) =>
    Object.values((await read(file, calls)) ?? {}).flatMap(({ method, params, response }) => {
      if ((response.error?.code ?? 0) <= NOT_OF_THE_CHAIN) return [];
      const path = { platform: P, avm: X, avax: AVAX }[method.split(".")[0] ?? ""] ?? C;
      const height = path === P ? heights.P : path === X ? heights.X : heights.C;
      return [answer({ path, method, params, height }, response)];
    });
  return (await Promise.all(files.map(readOne))).flat();
}

const blocks = z.array(z.looseObject({ height: z.int() }));

async function fromBlocks(read: ReadFile): Promise<RecordedAnswer[]> {
  const files = [
    { file: "platform/blocks-json.json", path: P, method: "platform.getBlockByHeight", encoding: "json" },
    { file: "xchain/blocks-json.json", path: X, method: "avm.getBlockByHeight", encoding: "json" },
    { file: "xchain/blocks-hex.json", path: X, method: "avm.getBlockByHeight", encoding: "hex" },
  ];
  const readOne = async ({ file, path, method, encoding }: (typeof files)[number]) =>
    ((await read(file, blocks)) ?? []).map(({ height, ...result }) =>
      answer({ path, method, params: { height, encoding } }, { result }),
    );
  return (await Promise.all(files.map(readOne))).flat();
}

const transactions = z.array(
  z.object({ txID: z.string(), status: z.unknown(), hex: z.unknown(), json: z.unknown() }),
);
const rewards = z.array(z.looseObject({ txID: z.string() }));

async function fromTransactions(read: ReadFile): Promise<RecordedAnswer[]> {
  const of = async (file: string, path: string, service: string) =>
    ((await read(file, transactions)) ?? []).flatMap(({ txID, status, hex, json }) => {
      const method = `${service}.getTx`;
      return [
        answer({ path, method, params: { txID, encoding: "hex" } }, { result: { tx: hex, encoding: "hex" } }),
        answer(
          { path, method, params: { txID, encoding: "json" } },
          { result: { tx: json, encoding: "json" } },
        ),
        answer({ path, method: `${method}Status`, params: { txID } }, { result: status }),
      ];
    });
  const atomic = (await read("cchain/atomic-txs.json", transactions)) ?? [];
  const rewarded = (await read("platform/reward-utxos.json", rewards)) ?? [];
  const getAtomicTx = { path: AVAX, method: "avax.getAtomicTx" };
  const getRewards = { path: P, method: "platform.getRewardUTXOs" };
  return [
    ...(await of("platform/txs.json", P, "platform")),
    ...(await of("xchain/txs.json", X, "avm")),
    ...atomic.flatMap(({ txID, status, hex, json }) => [
      answer({ ...getAtomicTx, params: { txID, encoding: "hex" } }, { result: hex }),
      answer({ ...getAtomicTx, params: { txID, encoding: "json" } }, { error: json }),
      answer({ path: AVAX, method: "avax.getAtomicTxStatus", params: { txID } }, { result: status }),
    ]),
    ...rewarded.map(({ txID, ...result }) =>
      answer({ ...getRewards, params: { txID, encoding: "hex" } }, { result }),
    ),
  ];
}

const views = z.array(
  z.looseObject({
    contract: z.string(),
    fn: z.string(),
    data: z.string().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
);
const contracts = z.record(z.string(), z.looseObject({ address: z.string(), code: z.string() }));

/** Storage slot with a proxy's implementation address (ERC-1967). A capture gives the slot a name. */
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

async function fromEvmState(read: ReadFile, heights: Heights): Promise<RecordedAnswer[]> {
  const deployed = (await read("cchain/contracts.json", contracts)) ?? {};
  const calls = (await read("cchain/eth-calls.json", views)) ?? [];
  const at = { path: C, height: heights.C };
  const code = Object.values(deployed).map(({ address, code }) =>
    answer({ ...at, method: "eth_getCode", params: [address, "latest"] }, { result: code }),
  );
  const state = calls.flatMap(({ contract, fn, data, ...reply }) => {
    const to = deployed[contract]?.address;
    if (to === undefined) return [];
    if (data !== undefined)
      return [answer({ ...at, method: "eth_call", params: [{ to, data }, "latest"] }, reply)];
    if (!fn.startsWith("eth_getStorageAt EIP-1967")) return [];
    return [
      answer({ ...at, method: "eth_getStorageAt", params: [to, IMPLEMENTATION_SLOT, "latest"] }, reply),
    ];
  });
  return [...code, ...state];
}

const balances = z.looseObject({
  heights: z
    .object({ P: z.coerce.number().int(), X: z.coerce.number().int(), C: z.coerce.number().int() })
    .optional(),
  addresses: z
    .record(z.string(), z.looseObject({ P: z.string(), X: z.string(), C: z.string(), evm: z.string() }))
    .default({}),
});
type Actor = z.infer<typeof balances>["addresses"][string];

/** For each actor: the member of the file with the result, and the call that returned it. */
const BALANCE_CALLS: { member: string; path: string; method: string; params: (actor: Actor) => unknown }[] = [
  { member: "pBalance", path: P, method: "platform.getBalance", params: ({ P }) => ({ addresses: [P] }) },
  {
    member: "pStake",
    path: P,
    method: "platform.getStake",
    params: ({ P }) => ({ addresses: [P], encoding: "hex" }),
  },
  {
    member: "pUTXOs",
    path: P,
    method: "platform.getUTXOs",
    params: ({ P }) => ({ addresses: [P], encoding: "hex" }),
  },
  ...(["X", "C"] as const).map((sourceChain) => ({
    member: `pAtomicFrom${sourceChain}`,
    path: P,
    method: "platform.getUTXOs",
    params: ({ P }: Actor) => ({ addresses: [P], sourceChain, encoding: "hex" }),
  })),
  { member: "xBalances", path: X, method: "avm.getAllBalances", params: ({ X }) => ({ address: X }) },
  {
    member: "xBalancesIncludePartial",
    path: X,
    method: "avm.getAllBalances",
    params: ({ X }) => ({ address: X, includePartial: true }),
  },
  {
    member: "xUTXOs",
    path: X,
    method: "avm.getUTXOs",
    params: ({ X }) => ({ addresses: [X], encoding: "hex" }),
  },
  ...(["P", "C"] as const).map((sourceChain) => ({
    member: `xAtomicFrom${sourceChain}`,
    path: X,
    method: "avm.getUTXOs",
    params: ({ X }: Actor) => ({ addresses: [X], sourceChain, encoding: "hex" }),
  })),
  { member: "evmBalance", path: C, method: "eth_getBalance", params: ({ evm }) => [evm, "latest"] },
  { member: "evmNonce", path: C, method: "eth_getTransactionCount", params: ({ evm }) => [evm, "latest"] },
];

function fromActor(actor: Actor, heights: Heights): RecordedAnswer[] {
  const asked = BALANCE_CALLS.filter((call) => actor[call.member] !== undefined);
  return asked.map(({ member, path, method, params }) => {
    const height = path === P ? heights.P : path === X ? heights.X : heights.C;
    return answer({ path, method, params: params(actor), height }, { result: actor[member] });
  });
}

const atomicMemory = z.record(z.string(), z.looseObject({ result: z.unknown() }));

/** The file names each answer "<actor> from <source chain>". */
async function fromAtomicMemory(
  read: ReadFile,
  addresses: Record<string, Actor>,
  heights: Heights,
): Promise<RecordedAnswer[]> {
  const answers = (await read("cchain/atomic-utxos.json", atomicMemory)) ?? {};
  return Object.entries(answers).flatMap(([label, { result }]) => {
    const [name = "", sourceChain] = label.split(" from ");
    const address = addresses[name]?.C;
    if (address === undefined) return [];
    const params = { addresses: [address], sourceChain, encoding: "hex" };
    return [answer({ path: AVAX, method: "avax.getUTXOs", params, height: heights.C }, { result })];
  });
}

/** An answer to a call. No height if it is the same at any. */
function answer(
  { params, ...call }: { path: string; method: string; params: unknown; height?: number },
  { result, error }: Reply,
): RecordedAnswer {
  const reply = stringifyLossless(error === undefined ? { result } : { error });
  return { ...call, params: stringifyLossless(params), reply };
}

function tryParse(text: string | undefined): unknown {
  try {
    return parseLossless(text ?? "");
  } catch {
    return undefined;
  }
}
