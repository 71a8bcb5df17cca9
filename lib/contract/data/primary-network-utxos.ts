import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { narrow, route } from "../route";
import { pChainUtxo } from "./p-chain";
import {
  addressesParameter,
  blockchainIdParameter,
  booleanParameter,
  idParameter,
  MAX_ADDRESSES,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  textParameter,
  u64Parameter,
} from "./parameters";
import { primaryNetworkChainInfo } from "./primary-network";
import { utxo } from "./utxo";

const tag = "Primary Network UTXOs";
const chains = "P-, X- or C-";

/** A page of outputs of one shape. */
function pageOf<T extends z.ZodType>(output: T) {
  return z.object({
    nextPageToken: z.string().optional(),
    utxos: z.array(output),
    chainInfo: primaryNetworkChainInfo,
  });
}

const listPChainUtxosResponse = pageOf(pChainUtxo).meta({ id: "ListPChainUtxosResponse" });
const listUtxosResponse = pageOf(utxo).meta({ id: "ListUtxosResponse" });

const params = z.object({ network: networkParameter, blockchainId: blockchainIdParameter });

const query = z.object({
  assetId: idParameter("an asset id (x-chain only)").optional(),
  minUtxoAmount: u64Parameter("a whole number of the asset's base unit (nAVAX)").optional(),
  includeSpent: booleanParameter.default("false"),
  sortBy: z.enum(["timestamp", "amount"]).describe("timestamp (of creation) or amount").default("timestamp"),
  sortOrder: z.enum(["asc", "desc"]).describe("asc or desc").default("desc"),
  before: textParameter(
    parseOutputName,
    "(Firn's own) <txHash>:<outputIndex> of the UTXO after which the list starts",
  ).optional(),
  pageToken: pageTokenParameter.optional(),
});

const description =
  "Outputs that addresses own on one Primary Network chain: created there, or exported to it and not yet imported. Includes staked ones. includeSpent adds spent ones, sorted by creation.";

export const getUtxosByAddresses = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/utxos",
  operationId: "getUtxosByAddresses",
  tag,
  summary: "List UTXOs",
  description,
  params,
  query: query.extend({
    addresses: addressesParameter({ max: MAX_ADDRESSES, chains }),
    pageSize: pageSizeParameter(),
  }),
  response: z.union([listPChainUtxosResponse, listUtxosResponse]),
});

/** Limit of addresses in a POST. */
export const MAX_SENT_ADDRESSES = 1_024;

export const getUtxosByAddressesV2 = route({
  method: "post",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/utxos",
  operationId: "getUtxosByAddressesV2",
  tag,
  summary: "List UTXOs v2 - Supports more addresses",
  description,
  params,
  query: query.extend({ pageSize: pageSizeParameter({ fallback: 10, max: 1_024 }) }),
  sent: z.object({ addresses: addressesParameter({ max: MAX_SENT_ADDRESSES, chains }) }),
  response: z.union([listPChainUtxosResponse, listUtxosResponse]),
});

/** The route for one chain, for callers that name the chain and so know the shape. */
export const getPChainUtxos = narrow(getUtxosByAddresses, listPChainUtxosResponse);
export const getXOrCChainUtxos = narrow(getUtxosByAddresses, listUtxosResponse);

/** Parses `<txHash>:<outputIndex>`. @throws InputError BAD_ID, RangeError */
export function parseOutputName(text: string): { txHash: string; outputIndex: number } {
  const match = /^([^:]+):(\d{1,5})$/.exec(text);
  if (match === null) throw new RangeError(text);
  const [, txHash = "", index = ""] = match;
  parseId(txHash);
  return { txHash, outputIndex: Number(index) };
}
