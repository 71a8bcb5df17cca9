import { z } from "zod";
import { checkEvmAddress, evmAddressParameter, evmTxHashParameter } from "../data/evm";
import { integerParameter, textParameter, textsParameter } from "../data/parameters";

/**
 * What the Etherscan-compatible API answers: the parameters of each action of each module, by the names that its published
 * document uses.
 * @source docs.etherscan.io, API reference
 */

/** No list goes further than this many items: `page` times `offset`. */
export const RESULT_WINDOW = 10_000;

const blockParameter = z
  .union([z.literal("latest"), integerParameter({ min: 0 })])
  .describe("a block's height in decimal digits, or latest");
const numberParameter = integerParameter({ min: 0, form: "a block's height in decimal digits" });
const quantity = textParameter((text) => {
  if (!/^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text)) throw new RangeError(text);
}, "a number: decimal digits, or 0x and hex digits");
const bytes = textParameter((text) => {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError(text);
}, "bytes: 0x and an even number of hex digits");
const tag = textParameter((text) => {
  if (!/^(?:latest|earliest|pending|safe|finalized|0x[0-9a-f]{1,16}|\d{1,16})$/i.test(text))
    throw new RangeError(text);
}, "latest, earliest, pending, or a block's height: decimal digits, or 0x and hex digits").default("latest");
const hash = textParameter((text) => {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) throw new RangeError(text);
}, "a topic: 0x and 64 hex digits");

/** Clients send 0 for what they leave to the server. */
const paging = {
  page: integerParameter({ min: 0, form: "the number of a page, from 1 on (1 by default)" }).default(0),
  offset: integerParameter({
    min: 0,
    form: `items of a page; page times offset is at most ${RESULT_WINDOW} (as many as that by default)`,
  }).default(0),
};
const listed = {
  startblock: blockParameter.default(0),
  endblock: blockParameter.default("latest"),
  sort: z.enum(["asc", "desc"]).describe("asc or desc, by block").default("asc"),
  ...paging,
};
const address = evmAddressParameter;
const token = evmAddressParameter;
const oneOf = z.enum(["and", "or"]).describe("and or or");
const transfers = z.object({ address: address.optional(), contractaddress: token.optional(), ...listed });
const txhash = evmTxHashParameter;
const block = z.object({ blockno: numberParameter });
const ofTransaction = z.object({ txhash });
const none = z.object({});
const guid = z.string().min(1).max(100).describe("what the request to verify was answered with");

export const ACTIONS = {
  account: {
    balance: z.object({ address, tag }),
    balancemulti: z.object({
      address: textsParameter(checkEvmAddress, { max: 20, form: "EVM addresses: 0x and 40 hex digits each" }),
      tag,
    }),
    txlist: z.object({ address, ...listed }),
    txlistinternal: z.object({ address: address.optional(), txhash: txhash.optional(), ...listed }),
    tokentx: transfers,
    tokennfttx: transfers,
    token1155tx: transfers,
    tokenbalance: z.object({ contractaddress: token, address, tag }),
  },
  contract: {
    getabi: z.object({ address }),
    getsourcecode: z.object({ address }),
    getcontractcreation: z.object({
      contractaddresses: textsParameter(checkEvmAddress, {
        max: 5,
        form: "EVM addresses: 0x and 40 hex digits each",
      }),
    }),
    verifysourcecode: z.object({
      contractaddress: address,
      sourceCode: z.string().min(1).describe("the sources, or the compiler's standard JSON input"),
      codeformat: z
        .enum(["solidity-single-file", "solidity-standard-json-input"])
        .describe("solidity-single-file or solidity-standard-json-input")
        .default("solidity-single-file"),
      contractname: z
        .string()
        .min(1)
        .describe("the contract's name, in standard JSON input with its file: src/Coin.sol:Coin"),
      compilerversion: z.string().min(1).describe("a version of solc, like v0.8.30+commit.73712a01"),
      optimizationUsed: z.enum(["0", "1"]).describe("0 or 1, of a single file").default("0"),
      runs: integerParameter({ min: 0, form: "the optimizer's runs, of a single file" }).default(200),
      evmversion: z.string().max(50).describe("an EVM version, of a single file").optional(),
      licenseType: z
        .string()
        .max(50)
        .describe("a license, by its number at Etherscan or in words")
        .optional(),
    }),
    checkverifystatus: z.object({ guid }),
    verifyproxycontract: z.object({ address }),
    checkproxyverification: z.object({ guid }),
  },
  logs: {
    getLogs: z.object({
      address: address.optional(),
      fromBlock: blockParameter.default(0),
      toBlock: blockParameter.default("latest"),
      topic0: hash.optional(),
      topic1: hash.optional(),
      topic2: hash.optional(),
      topic3: hash.optional(),
      topic0_1_opr: oneOf.optional(),
      topic0_2_opr: oneOf.optional(),
      topic0_3_opr: oneOf.optional(),
      topic1_2_opr: oneOf.optional(),
      topic1_3_opr: oneOf.optional(),
      topic2_3_opr: oneOf.optional(),
      ...paging,
    }),
  },
  proxy: {
    eth_blockNumber: none,
    eth_getBlockByNumber: z.object({
      tag,
      boolean: z
        .enum(["true", "false"])
        .describe("true or false: whole transactions, or hashes")
        .default("false"),
    }),
    eth_getTransactionByHash: ofTransaction,
    eth_getTransactionReceipt: ofTransaction,
    eth_getTransactionCount: z.object({ address, tag }),
    eth_getTransactionByBlockNumberAndIndex: z.object({ tag, index: quantity }),
    eth_getBlockTransactionCountByNumber: z.object({ tag }),
    eth_call: z.object({ to: address, data: bytes.default("0x"), tag }),
    eth_getCode: z.object({ address, tag }),
    eth_getStorageAt: z.object({ address, position: quantity, tag }),
    eth_gasPrice: none,
    eth_estimateGas: z.object({
      to: address.optional(),
      from: address.optional(),
      data: bytes.optional(),
      value: quantity.optional(),
      gas: quantity.optional(),
      gasPrice: quantity.optional(),
    }),
    eth_sendRawTransaction: none,
  },
  block: {
    getblockreward: block,
    getblockcountdown: block,
    getblocknobytime: z.object({
      timestamp: integerParameter({ min: 0, form: "unix seconds" }),
      closest: z
        .enum(["before", "after"])
        .describe("before or after: on which side of the time")
        .default("before"),
    }),
  },
  stats: {
    ethsupply: none,
    ethprice: none,
    tokensupply: z.object({ contractaddress: token }),
  },
  transaction: {
    getstatus: ofTransaction,
    gettxreceiptstatus: ofTransaction,
  },
} as const satisfies Record<string, Record<string, z.ZodObject>>;

export type Actions = typeof ACTIONS;
