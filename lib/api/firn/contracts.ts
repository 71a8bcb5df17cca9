import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { encodeCall } from "../../avalanche/evm/abi/encode";
import { AbiBook, hashSignature, signatureOf, typeOf } from "../../avalanche/evm/abi/entries";
import { decodeLog } from "../../avalanche/evm/abi/read";
import { STANDARD_BOOK } from "../../avalanche/evm/abi/standards";
import { decodeValues, nameOf } from "../../avalanche/evm/abi/values";
import { MOST_OUTPUT } from "../../avalanche/evm/call";
import { REVERTED } from "../../avalanche/evm/failure";
import type * as contract from "../../contract/firn/contracts";
import { InputError, NodeError } from "../../errors";
import { addressOf } from "../evm/address-page";
import { type ReadFunction, readFunctionsOf } from "../evm/contract-abi";
import { findEvents } from "../evm/contract-events";
import { readContractFacts } from "../evm/contract-facts";
import { chainOf, lookNow, readCreatedAt, whyNot } from "../evm/contract-now";
import { readKnownParties } from "../evm/known-parties";
import type { Handler } from "../handler";
import { isCChain } from "../present/evm/chain";
import { presentReason } from "../present/evm/failure";

export const getCode: Handler<typeof contract.getCode> = async ({ params, service, readEvm }) => {
  const chain = await readEvm(params.chainId, async (context) => chainOf(context));
  const [codeSize] = await service.codeSizes.of(chain, [addressOf(params.address)]);
  return codeSize === undefined ? {} : { codeSize };
};

export const getContract: Handler<typeof contract.getContract> = async (request) => {
  const { look, without, chain } = await lookNow(request);
  const { code, ...facts } = await readContractFacts(request, chain, look);
  return without === undefined ? { code, ...facts } : { ...facts, without };
};

export const listReadFunctions: Handler<typeof contract.listReadFunctions> = async (request) => {
  const { look, without, chain } = await lookNow(request);
  const functions = readFunctionsOf(look, chain.labels, isCChain(chain.facts));
  const known = await readKnownParties(
    { ...request, labels: chain.labels },
    functions.flatMap(({ target }) => target ?? []),
  );
  return {
    functions: functions.map(({ entry, from, target }) => ({
      signature: signatureOf(entry),
      name: entry.name,
      inputs: entry.inputs.map((input, at) => ({ name: nameOf(input, at), type: typeOf(input) })),
      outputs: entry.outputs.map((output, at) => ({ name: nameOf(output, at), type: typeOf(output) })),
      from,
      ...(target && { target: known(toHex(target)) }),
    })),
    ...(without !== undefined && { without }),
  };
};

/** No view needs more, and a node spends little time on it. */
const GAS = 30_000_000;

export const callReadFunction: Handler<typeof contract.callReadFunction> = async (request) => {
  const { query } = request;
  const { look, without, chain } = await lookNow(request);
  const { entry } = requireFunction(
    readFunctionsOf(look, chain.labels, isCChain(chain.facts)),
    query.function,
    without,
  );
  const signature = signatureOf(entry);
  const data = readArguments(entry, query.arguments);
  try {
    const reader = chain.nodes.contracts(chain.facts);
    const answer = await reader.call({ to: look.address, data, gas: GAS }, { height: query.height });
    if ("error" in answer) {
      // Nodes add the reason to the word for a revert; it is in the bytes as well.
      const error = answer.error.startsWith(REVERTED) ? REVERTED : answer.error;
      const told = { error, output: answer.output.slice(0, 2 + 2 * MOST_OUTPUT), to: toHex(look.address) };
      return { signature, failure: presentReason(told, chain.labels.knowing([look])) };
    }
    const returned = decodeValues(entry.outputs, answer.returned);
    const output = answer.returned.slice(0, 2 + 2 * MOST_OUTPUT);
    return { signature, ...(returned === undefined ? { output } : { returned }) };
  } catch (error) {
    if (error instanceof NodeError) return { signature, without: whyNot(error) };
    throw error;
  }
};

/** @throws InputError NOT_FOUND if the contract is not known to have it */
function requireFunction(
  functions: readonly ReadFunction[],
  signature: string,
  without: string | undefined,
): ReadFunction {
  const found = functions.find(({ entry }) => signatureOf(entry) === signature);
  if (found !== undefined) return found;
  throw new InputError(
    "NOT_FOUND",
    `no function ${signature.slice(0, 100)} that reads is known of this contract`,
    {
      hint: without ?? "see the list of its functions; an ABI in the folder FIRN_LABELS adds to it",
    },
  );
}

/** @throws InputError BAD_PARAMETER if the arguments are not of the function's types */
function readArguments(entry: ReadFunction["entry"], text: string): Uint8Array {
  try {
    const values: unknown = JSON.parse(text);
    if (!Array.isArray(values)) throw new SyntaxError("no list");
    return encodeCall(entry, values);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new InputError("BAD_PARAMETER", "arguments must be a JSON list", {
        hint: 'for example ["1", "0x00"]',
      });
    if (error instanceof RangeError) throw new InputError("BAD_PARAMETER", error.message);
    throw error;
  }
}

const CHANGES = ["Upgraded(address)", "AdminChanged(address,address)", "BeaconUpgraded(address)"].map(
  hashSignature,
);
/** A diamond tells its changes in an event of its own. @source EIP-2535; Safe 1.0 */
const MORE_CHANGES = AbiBook.of([
  "event DiamondCut((address facetAddress, uint8 action, bytes4[] functionSelectors)[] diamondCut, address init, bytes data)",
  "event ChangedMasterCopy(address singleton)",
]);
const MORE_TOPICS = [
  "DiamondCut((address,uint8,bytes4[])[],address,bytes)",
  "ChangedMasterCopy(address)",
].map(hashSignature);
const BOOKS = [
  { book: STANDARD_BOOK, by: "standard" as const },
  { book: MORE_CHANGES, by: "standard" as const },
];
const MOST_CHANGES = 100;

export const listProxyChanges: Handler<typeof contract.listProxyChanges> = async (request) => {
  const { look, without, chain } = await lookNow(request);
  if (without !== undefined) return { changes: [], parties: [], unread: [], without };
  const writers = [look.address, ...(look.proxy?.beacon === undefined ? [] : [look.proxy.beacon])];
  const { chainId } = request.params;
  // A beacon that is older than the proxy told the proxy's first target before there was one.
  const createdAt = await request.readEvm(chainId, (context) =>
    Promise.all(writers.map((writer) => readCreatedAt(context, writer))),
  );
  const { events, unread } = await findEvents(
    { ...request, chainId },
    {
      addresses: writers,
      topics: [...CHANGES, ...MORE_TOPICS],
      from: Math.min(...createdAt),
      limit: MOST_CHANGES,
    },
  );
  const decoded = events.flatMap(({ topics, data, ...log }) => {
    const event = decodeLog(BOOKS, topics, data);
    return event === undefined ? [] : [{ ...log, event }];
  });
  const named = decoded.flatMap(({ event }) =>
    event.args.flatMap(({ type, value }) => (type === "address" ? [value.toLowerCase()] : [])),
  );
  const parties = [...new Set([...writers.map(toHex), ...named])];
  const known = await readKnownParties({ ...request, labels: chain.labels }, parties.map(fromHex));
  return {
    changes: decoded.map(({ event, address, transactionHash: txHash, blockNumber }) => ({
      event,
      by: known(address),
      txHash,
      blockNumber: String(Number(blockNumber)),
    })),
    parties: parties.map(known),
    unread,
  };
};
