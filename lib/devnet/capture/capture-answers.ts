import { z } from "zod";
import { parseLossless, rpcReply } from "../../contract/rpc";
import type { RecordedAnswer, RecordedEvmChain, RecordedSession } from "../recording";
import { answer, calls, isOfTheRequest } from "./answer";
import { SUBNET_FOLDER } from "./capture-evm";
import { evmCallAnswers, evmStateAnswers } from "./capture-evm-state";
import type { ReadFile } from "./read-file";

/** Reads the JSON-RPC answers of a capture that are not HTTP exchanges. Each file has its own form. */

const P = "/ext/bc/P";
const X = "/ext/bc/X";
const C = "/ext/bc/C/rpc";
const AVAX = "/ext/bc/C/avax";

type Heights = Record<"P" | "X" | "C", number>;

/** What is read before the answers. */
interface Captured {
  sessions: readonly RecordedSession[];
  /** Heights of the last indexed blocks: the height of calls that were recorded without one. */
  last: Heights;
  evmChains: readonly RecordedEvmChain[];
}

/** Collects all answers of a capture, by the path of their request. */
export async function collectAnswers(
  read: ReadFile,
  { sessions, last, evmChains }: Captured,
): Promise<RecordedAnswer[]> {
  const truth = await read("balances.json", balances);
  const heights = { ...last, ...truth?.heights };
  const addresses = truth?.addresses ?? {};
  const evm = [
    { folder: "cchain", path: C, height: heights.C },
    ...evmChains.map(({ blockchainId, blocks }) => ({
      folder: SUBNET_FOLDER,
      path: `/ext/bc/${blockchainId}/rpc`,
      height: blocks.length - 1,
    })),
  ];
  return [
    ...sessions
      .filter((session) => ["info", "http", "admin"].includes(session.name))
      .flatMap((session) => fromSession(session, { last, evmChains })),
    ...(await fromCalls(read, heights)),
    ...(await Promise.all(evm.map((chain) => evmCallAnswers(read, chain)))).flat(),
    ...(await fromBlocks(read)),
    ...(await fromTransactions(read)),
    ...(await Promise.all(evm.map((chain) => evmStateAnswers(read, chain)))).flat(),
    ...Object.values(addresses).flatMap((actor) => fromActor(actor, heights)),
    ...(await fromAtomicMemory(read, addresses, heights)),
  ];
}

const rpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.unknown().optional(),
});

/** Calls whose answer can only be recorded: the info API's, reads of C-Chain state, and all of a subnet's chain. */
function fromSession(
  { name, heights, exchanges }: RecordedSession,
  { last, evmChains }: Pick<Captured, "last" | "evmChains">,
): RecordedAnswer[] {
  const isOfSubnet = (path: string) =>
    evmChains.some(({ blockchainId }) => path.startsWith(`/ext/bc/${blockchainId}/`));
  // While the admin API was asked, chains had other names.
  const isPlain = name !== "admin";
  return exchanges.flatMap(({ request, response }) => {
    if (request.method !== "POST" || response.status !== 200) return [];
    const isRead = isPlain && (request.path === "/ext/info" || request.path === C);
    if (!isRead && !isOfSubnet(request.path)) return [];
    const call = rpcRequest.safeParse(tryParse(request.body));
    if (!call.success) return [];
    const reply = rpcReply.safeParse(tryParse(response.body)).data;
    if (reply === undefined || isOfTheRequest(reply)) return [];
    const { method, params = {} } = call.data;
    const height = request.path === C ? { height: heights.C ?? last.C } : {};
    const outcome = { result: reply.result, error: reply.error ?? undefined };
    return [answer({ path: request.path, method, params, ...height }, outcome)];
  });
}

async function fromCalls(read: ReadFile, heights: Heights): Promise<RecordedAnswer[]> {
  const files = ["platform/misc.json", "platform/validators.json", "xchain/misc.json"];
  const readOne = async (file: string) =>
    Object.values((await read(file, calls)) ?? {}).flatMap(({ method, params, response }) => {
      if (isOfTheRequest(response)) return [];
      const [path, height] = method.startsWith("platform.") ? [P, heights.P] : [X, heights.X];
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
  ...["evmBalance", "cBalance"].map((member) => ({
    member,
    path: C,
    method: "eth_getBalance",
    params: ({ evm }: Actor) => [evm, "latest"],
  })),
  ...["evmNonce", "cNonce"].map((member) => ({
    member,
    path: C,
    method: "eth_getTransactionCount",
    params: ({ evm }: Actor) => [evm, "latest"],
  })),
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

function tryParse(text: string | undefined): unknown {
  try {
    return parseLossless(text ?? "");
  } catch {
    return undefined;
  }
}
