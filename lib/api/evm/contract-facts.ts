import { keccak256 } from "#keccak";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { decodeValues } from "../../avalanche/evm/abi/values";
import { argumentsAfter, argumentsAfterMetadata } from "../../avalanche/evm/code/match";
import { readMetadata } from "../../avalanche/evm/code/metadata";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import type { EvmContractFacts } from "../../contract/firn/contracts";
import type { TracedCall } from "../../contract/node/evm";
import { NodeError } from "../../errors";
import { listAddressActivity, NEWEST_ITEM } from "../../store/queries/evm/activity";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { readContract } from "../../store/queries/evm/token";
import { readTransactions } from "../../store/queries/evm/transaction";
import { ACTIVITY, heightOf } from "../../store/rows/columns";
import type { EvmContext } from "../handler";
import type { KnownAbi } from "../labels/abi-index";
import type { ChainLabels } from "../labels/labels";
import type { ContractLook } from "../node/contract-looks";
import { sourceOfAbi, standardsOfContract } from "./contract-abi";
import { readKnownParties } from "./known-parties";
import { readTransactionBytes } from "./transaction";

interface FactsRequest {
  params: { chainId: string; address: string };
  readEvm<T>(chainId: string, work: (context: EvmContext) => Promise<T>): Promise<T>;
}

type ChainOfNode = Pick<EvmContext, "nodes" | "facts" | "labels">;

/** Transactions whose functions are counted. */
const COUNTED = 1_000;
const MOST_METHODS = 10;

/** What is known of a contract: from the store, and from the node by `look`. */
export async function readContractFacts(
  request: FactsRequest,
  chain: ChainOfNode,
  look: ContractLook,
): Promise<EvmContractFacts> {
  const labels = chain.labels.knowing([look]);
  const { creation, deployer, creator, methods, countedTransactions } = await request.readEvm(
    request.params.chainId,
    (context) => readStored(context, look, labels),
  );
  const { proxy, targets = [], code } = look;
  const abi = labels.abiOf(look.address, code);
  const named = [look.address, ...targets.map(({ address }) => address), deployer, creator];
  const known = await readKnownParties(
    { ...request, labels },
    [...named, proxy?.beacon, proxy?.admin].filter((each) => each !== undefined),
  );
  const nameOf = (address: Uint8Array) => known(toHex(address));
  const constructorArguments = creation && (await readArguments(chain, { creation, look, abi }));
  return {
    contract: nameOf(look.address),
    ...(creation &&
      deployer && {
        creation: {
          txHash: toHex(creation.hash),
          blockNumber: String(creation.height),
          deployer: nameOf(deployer),
          ...(creator && { creator: nameOf(creator) }),
        },
      }),
    ...presentCode(code),
    ...(proxy && {
      proxy: {
        kind: proxy.kind,
        targets: targets.map(({ address, code }, at) => {
          const facet = proxy.facets?.[at];
          const own = labels.abiOf(address, code);
          return {
            contract: nameOf(address),
            ...(facet && { functionCount: facet.selectors.length }),
            ...(own && { abi: sourceOfAbi(own) }),
          };
        }),
        ...(proxy.beacon && { beacon: nameOf(proxy.beacon) }),
        ...(proxy.admin && { admin: nameOf(proxy.admin) }),
      },
    }),
    standards: standardsOfContract(look),
    ...(abi && { abi: sourceOfAbi(abi) }),
    ...(constructorArguments && { constructorArguments }),
    methods,
    countedTransactions,
  };
}

function presentCode(code: Uint8Array): Pick<EvmContractFacts, "code"> {
  const { compiler, source } = readMetadata(code) ?? {};
  return {
    code: {
      bytes: toHex(code),
      size: code.length,
      hash: toHex(keccak256(code)),
      ...(compiler !== undefined && { compiler }),
      ...(source && { source }),
    },
  };
}

interface Creation {
  hash: Uint8Array;
  height: number;
  /** The transaction's data, if it created the contract by itself. */
  data?: Uint8Array;
}

interface Stored extends Pick<EvmContractFacts, "methods" | "countedTransactions"> {
  creation?: Creation | undefined;
  deployer?: Uint8Array | undefined;
  creator?: Uint8Array | undefined;
}

async function readStored(
  context: EvmContext,
  { address }: ContractLook,
  labels: ChainLabels,
): Promise<Stored> {
  const { db } = context;
  const id = await findAddressId(db, address);
  if (id === undefined) return { methods: [], countedTransactions: 0 };
  const row = await readContract(db, id);
  const parties = await readParties(db, [row?.deployer_id ?? null, row?.creator_id ?? null]);
  const addressOf = (id: number | null | undefined) => (id == null ? undefined : parties.get(id)?.address);
  return {
    creation: await readCreation(context, id),
    deployer: addressOf(row?.deployer_id),
    creator: addressOf(row?.creator_id),
    ...(await countMethods(context, { id, address, labels })),
  };
}

/** @param id of the contract's address */
async function readCreation(context: EvmContext, id: number): Promise<Creation | undefined> {
  const { db } = context;
  const position = (await readContract(db, id))?.created_position;
  const [made] = position == null ? [] : await readTransactions(db, [position]);
  return (
    made && {
      hash: made.hash,
      height: heightOf(made.position),
      ...(made.created_id === id && {
        data: decodeTransaction(await readTransactionBytes(context, made)).input,
      }),
    }
  );
}

/** What a contract's constructor was given, alone. */
export async function readConstructorArguments(
  { params, readEvm }: FactsRequest,
  chain: ChainOfNode,
  look: ContractLook,
): Promise<EvmContractFacts["constructorArguments"]> {
  const creation = await readEvm(params.chainId, async (context) => {
    const id = await findAddressId(context.db, look.address);
    return id === undefined ? undefined : readCreation(context, id);
  });
  const abi = chain.labels.abiOf(look.address, look.code);
  return creation && readArguments(chain, { creation, look, abi });
}

/** Functions that the newest transactions to an account called, the most called first, then by their selectors. */
async function countMethods(
  { db }: EvmContext,
  { id, address, labels }: { id: number; address: Uint8Array; labels: ChainLabels },
): Promise<Stored> {
  const page = { ...NEWEST_ITEM, limit: COUNTED };
  const items = await listAddressActivity(db, { addressId: id, kinds: [ACTIVITY.native] }, page);
  const all = await readTransactions(
    db,
    items.map(({ position }) => position),
  );
  const transactions = all.filter(({ to_id }) => to_id === id);
  const counts = new Map<string, number>();
  for (const { selector } of transactions) {
    const hex = selector === null ? "" : toHex(selector);
    counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const most = [...counts]
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other, "en"))
    .slice(0, MOST_METHODS);
  return {
    methods: most.map(([methodHash, count]) => {
      const methodName = methodHash === "" ? undefined : labels.method(fromHex(methodHash), address);
      return { methodHash, ...(methodName !== undefined && { methodName }), count };
    }),
    countedTransactions: transactions.length,
  };
}

interface Created {
  creation: Creation;
  look: ContractLook;
  abi: KnownAbi | undefined;
}

/** What the constructor was given; undefined if nothing tells where it begins. */
async function readArguments(
  chain: ChainOfNode,
  { creation, look, abi }: Created,
): Promise<EvmContractFacts["constructorArguments"]> {
  const data = creation.data ?? (await askCreationData(chain, { creation, look, abi }));
  if (data === undefined) return undefined;
  const found =
    (abi?.creation && argumentsAfter(abi.creation, data)) ?? argumentsAfterMetadata(look.code, data);
  if (found === undefined) return undefined;
  const args = abi?.constructorInputs && decodeValues(abi.constructorInputs, toHex(found));
  return { bytes: toHex(found), ...(args && args.length > 0 && { args }) };
}

/** The data with which another contract created it, by the node's trace. */
async function askCreationData(
  { nodes, facts }: ChainOfNode,
  { creation, look }: Created,
): Promise<Uint8Array | undefined> {
  try {
    const root = await nodes.trace(facts, creation.hash);
    const input = root && findCreation(root, toHex(look.address));
    return input === undefined ? undefined : fromHex(input.toLowerCase());
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}

function findCreation(
  { type, to, input, error, calls = [] }: TracedCall,
  address: string,
): string | undefined {
  if (error !== undefined) return undefined;
  if (type.startsWith("CREATE") && to?.toLowerCase() === address) return input;
  for (const call of calls) {
    const found = findCreation(call, address);
    if (found !== undefined) return found;
  }
  return undefined;
}
