import { z } from "zod";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type { RecordedAnswer } from "../recording";
import { answer, calls, isOfTheRequest } from "./answer";
import type { ReadFile } from "./read-file";

/** Reads what a capture has of an EVM chain's state, and of the chain's other APIs. */

/** An EVM chain of a capture. */
interface CapturedChain {
  /** With its files. */
  folder: string;
  /** Of its Ethereum API. */
  path: string;
  /** At which calls were recorded that name none. */
  height: number;
}

/** Collects the answers of an EVM chain that are about its state. */
export async function evmStateAnswers(read: ReadFile, chain: CapturedChain): Promise<RecordedAnswer[]> {
  return (
    await Promise.all([
      fromContracts(read, chain),
      fromBalances(read, chain),
      fromTokens(read, chain),
      fromPrecompiles(read, chain),
      fromWarp(read, chain),
    ])
  ).flat();
}

/** Services of a chain beside its Ethereum API, by the first part of the method's name. */
const SERVICES = ["avax", "validators"];

/** Collects the answers of an EVM chain's APIs to calls of any kind. */
export async function evmCallAnswers(
  read: ReadFile,
  { folder, path, height }: CapturedChain,
): Promise<RecordedAnswer[]> {
  const given = Object.values((await read(`${folder}/misc.json`, calls)) ?? {});
  return given.flatMap(({ method, params, response }) => {
    if (isOfTheRequest(response)) return [];
    const service = SERVICES.find((name) => method.startsWith(`${name}.`));
    const at = service === undefined ? path : path.replace(/rpc$/, service);
    return [answer({ path: at, method, params, ...(service !== "validators" && { height }) }, response)];
  });
}

const views = z.array(
  z.looseObject({
    contract: z.string().optional(),
    address: z.string().optional(),
    fn: z.string(),
    data: z.string().optional(),
    block: z.int().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
);
const contracts = z.record(z.string(), z.looseObject({ address: z.string(), code: z.string().optional() }));
const codes = z.record(z.string(), z.looseObject({ code: z.string() }));
const slots = z.array(z.looseObject({ address: z.string(), slot: z.string(), value: z.string() }));

/** Storage slots of proxies. A capture gives them names. @source ERC-1967 */
const PROXY_SLOTS: Record<string, string> = {
  implementation: "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
  admin: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
  beacon: "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
};

async function fromContracts(
  read: ReadFile,
  { folder, path, height }: CapturedChain,
): Promise<RecordedAnswer[]> {
  const deployed = (await read(`${folder}/contracts.json`, contracts)) ?? {};
  const at = { path, height };
  const codeOf = Object.entries((await read(`${folder}/code.json`, codes)) ?? {}).map(
    ([address, { code }]) => ({
      address,
      code,
    }),
  );
  const code = [...Object.values(deployed), ...codeOf].flatMap(({ address, code }) =>
    code === undefined
      ? []
      : [answer({ ...at, method: "eth_getCode", params: [address, "latest"] }, { result: code })],
  );
  const state = ((await read(`${folder}/eth-calls.json`, views)) ?? []).flatMap(
    ({ contract = "", address, fn, data, result, error }) => {
      const to = address ?? deployed[contract]?.address;
      if (to === undefined) return [];
      if (data !== undefined)
        return [answer({ ...at, method: "eth_call", params: [{ to, data }, "latest"] }, { result, error })];
      if (!fn.startsWith("eth_getStorageAt EIP-1967")) return [];
      return [
        answer(
          { ...at, method: "eth_getStorageAt", params: [to, PROXY_SLOTS.implementation, "latest"] },
          { result, error },
        ),
      ];
    },
  );
  const proxies = ((await read(`${folder}/proxy-slots.json`, slots)) ?? []).map(({ address, slot, value }) =>
    answer(
      { ...at, method: "eth_getStorageAt", params: [address, PROXY_SLOTS[slot], "latest"] },
      { result: value },
    ),
  );
  return [...code, ...state, ...proxies];
}

const nativeBalances = z.looseObject({
  head: z.int(),
  accounts: z.record(z.string(), z.object({ balance: z.record(z.string(), z.string()), nonce: z.string() })),
});

/** At several heights; the nonce at the head. */
async function fromBalances(read: ReadFile, { folder, path }: CapturedChain): Promise<RecordedAnswer[]> {
  const file = await read(`${folder}/native-balances.json`, nativeBalances);
  if (file === undefined) return [];
  return Object.entries(file.accounts).flatMap(([address, { balance, nonce }]) => [
    ...Object.entries(balance).map(([height, result]) =>
      answer(
        { path, method: "eth_getBalance", params: [address, "latest"], height: Number(height) },
        { result },
      ),
    ),
    answer(
      { path, method: "eth_getTransactionCount", params: [address, "latest"], height: file.head },
      { result: nonce },
    ),
  ]);
}

const amounts = z.record(z.string(), z.string());
const tokenBalances = z.looseObject({
  head: z.int(),
  tokens: z.record(
    z.string(),
    z.looseObject({ balanceOf: amounts.optional(), balanceOfById: z.record(z.string(), amounts).optional() }),
  ),
});

const BALANCE_OF = "0x70a08231";
const BALANCE_OF_ID = "0x00fdd58e";

/** A capture asks for every account that it names anywhere, and leaves zeros out. */
async function fromTokens(read: ReadFile, { folder, path }: CapturedChain): Promise<RecordedAnswer[]> {
  const file = await read(`${folder}/token-balances.json`, tokenBalances);
  const named = Object.keys((await read(`${folder}/native-balances.json`, nativeBalances))?.accounts ?? {});
  if (file === undefined) return [];
  const { head, tokens } = file;
  return Object.entries(tokens).flatMap(([to, { balanceOf, balanceOfById = {} }]) => {
    const answersTo = (held: z.output<typeof amounts>, dataOf: (account: string) => string) =>
      [...new Set([...named, ...Object.keys(held)])].map((account) =>
        answer(
          { path, method: "eth_call", params: [{ to, data: dataOf(account) }, "latest"], height: head },
          { result: `0x${word(BigInt(held[account] ?? 0))}` },
        ),
      );
    return [
      ...(balanceOf === undefined
        ? []
        : answersTo(balanceOf, (account) => BALANCE_OF + word(BigInt(account)))),
      ...Object.entries(balanceOfById).flatMap(([id, held]) =>
        answersTo(held, (account) => BALANCE_OF_ID + word(BigInt(account)) + word(BigInt(id))),
      ),
    ];
  });
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

/** Reads of precompiles, each at a height of its own. */
async function fromPrecompiles(
  read: ReadFile,
  { folder, path, height }: CapturedChain,
): Promise<RecordedAnswer[]> {
  const given = (await read(`${folder}/precompiles.json`, views)) ?? [];
  return given.flatMap(({ address: to, fn, data, block = height, result, error }) => {
    if (to === undefined) return [];
    if (fn === "eth_getCode")
      return [answer({ path, method: fn, params: [to, "latest"], height: block }, { result, error })];
    if (data === undefined) return [];
    return [
      answer(
        { path, method: "eth_call", params: [{ to, data }, "latest"], height: block },
        { result, error },
      ),
    ];
  });
}

const outcome = z.looseObject({ result: z.unknown().optional(), error: z.unknown().optional() }).optional();
const messages = z.array(
  z.looseObject({
    sourceChain: z.string(),
    messageID: z.string().optional(),
    blockHash: z.string().optional(),
    warp_getMessage: outcome,
    warp_getMessageSignature: outcome,
    warp_getMessageAggregateSignature: outcome,
    warp_getBlockSignature: outcome,
    warp_getBlockAggregateSignature: outcome,
  }),
);
const WARP_METHODS = [
  ...(["warp_getMessage", "warp_getMessageSignature", "warp_getMessageAggregateSignature"] as const),
  ...(["warp_getBlockSignature", "warp_getBlockAggregateSignature"] as const),
];

/** The messages of both chains are in the file of one. The C-Chain's are said to be from `C`. */
async function fromWarp(read: ReadFile, { folder, path }: CapturedChain): Promise<RecordedAnswer[]> {
  const given = (await read("l1/warp.json", messages)) ?? [];
  const isOurs = (source: string) => source !== "P" && (source === "C") === (folder === "cchain");
  return given
    .filter(({ sourceChain }) => isOurs(sourceChain))
    .flatMap(({ messageID, blockHash, ...outcomes }) => {
      const id = messageID ?? (blockHash === undefined ? undefined : formatId(fromHex(blockHash)));
      return WARP_METHODS.flatMap((method) => {
        const reply = outcomes[method];
        return reply === undefined ? [] : [answer({ path, method, params: [id] }, reply)];
      });
    });
}
