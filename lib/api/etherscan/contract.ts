import { toHex } from "../../avalanche/codec/bytes";
import { isMessenger, MESSENGER_BOOK } from "../../avalanche/evm/messenger";
import { precompileAt } from "../../avalanche/evm/precompiles";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import type { EtherscanCreation } from "../../contract/etherscan/answers";
import type { SourceFile, StandardInput } from "../../contract/sources";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { readContract } from "../../store/queries/evm/token";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { heightOf } from "../../store/rows/columns";
import { addressOf } from "../evm/address-page";
import { readConstructorArguments } from "../evm/contract-facts";
import { chainOf } from "../evm/contract-now";
import { readTransactionBytes } from "../evm/transaction";
import type { EvmContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import { findSources } from "../sources/find";
import { type Asked, type Module, notOk, ok } from "./module";
import { verification } from "./verification";

/**
 * A contract as its node has it now, and its ABI: the operator's, by its address or its code, or that of a precompile or the
 * messenger. `code` is undefined if the node did not tell it.
 */
async function lookAt({ readEvm, chainId, service }: Asked, address: Uint8Array) {
  const chain = await readEvm(chainId, async (context) => chainOf(context));
  const [look] = await service.contractLooks.of(chain, [address]);
  const known = isMessenger(address) ? MESSENGER_BOOK : precompileAt(address, isCChain(chain.facts))?.book;
  const abi = chain.labels.abiOf(address, look?.code)?.entries ?? known?.entries() ?? [];
  return { ...look, chain, abi: abi.length === 0 ? undefined : abi };
}

/** Clients know a contract without sources by how this begins. */
const UNVERIFIED = "Contract source code not verified";
const REMEDY =
  "send its sources to verify them, or put its ABI into the folder that FIRN_LABELS names, as a file called after the contract's address (0x….json), or the folder of its compiler's output";
const UNSEEN =
  "the chain's node did not tell the contract's code, by which its ABI may be found: ask again later";

export const contract: Module<"contract"> = {
  getabi: async (asked, { address }) => {
    const { abi, code } = await lookAt(asked, addressOf(address));
    if (abi !== undefined) return ok(JSON.stringify(abi));
    return notOk(`${UNVERIFIED}: ${code === undefined ? UNSEEN : REMEDY}`);
  },
  getsourcecode: async (asked, { address }) => {
    const bytes = addressOf(address);
    const { abi, code, proxy, targets = [], chain } = await lookAt(asked, bytes);
    const { readEvm, chainId, service } = asked;
    const look = code && code.length > 0 ? { address: bytes, code } : undefined;
    const found = look && (await findSources({ ...chain, sources: service.sources }, look));
    const given =
      found &&
      look &&
      (await readConstructorArguments({ readEvm, params: { chainId, address } }, chain, look));
    const name = await asked.readEvm(asked.chainId, async ({ labels, db }) => {
      const id = await findAddressId(db, bytes);
      return (
        labels.address(bytes)?.name ?? (id === undefined ? undefined : (await readContract(db, id))?.name)
      );
    });
    const [target] = targets;
    return ok([
      {
        ...WITHOUT_SOURCES,
        ABI: abi === undefined ? UNVERIFIED : JSON.stringify(abi),
        ContractName: abi === undefined ? "" : (name ?? ""),
        ...(found && { ...presentSources(found), ConstructorArguments: given?.bytes.slice(2) ?? "" }),
        // Empty while the node does not tell.
        Proxy: code === undefined ? "" : proxy === undefined ? "0" : "1",
        ...(proxy !== undefined && target !== undefined && { Implementation: toHex(target.address) }),
      },
    ]);
  },
  getcontractcreation: ({ readEvm, chainId }, { contractaddresses }) =>
    readEvm(chainId, async (context) => {
      const found = await Promise.all(
        contractaddresses.split(",").map((address) => findCreation(context, address)),
      );
      const creations = found.filter((creation) => creation !== undefined);
      return creations.length === 0 ? { status: "0", message: "No data found", result: null } : ok(creations);
    }),
  ...verification,
};

const WITHOUT_SOURCES = {
  SourceCode: "",
  CompilerVersion: "",
  OptimizationUsed: "",
  Runs: "",
  ConstructorArguments: "",
  EVMVersion: "Default",
  Library: "",
  LicenseType: "Unknown",
  Implementation: "",
  SwarmSource: "",
};

/** Sources as clients expect them: the compiler's input in another pair of braces. */
function presentSources({ file, input }: { file: SourceFile; input: StandardInput }) {
  const { optimizer, evmVersion } = input.settings;
  return {
    SourceCode: `{${JSON.stringify(input)}}`,
    ABI: JSON.stringify(file.abi),
    ContractName: file.contract.split(":").at(-1) ?? "",
    CompilerVersion: `v${file.compiler}`,
    OptimizationUsed: optimizer?.enabled === true ? "1" : "0",
    Runs: String(optimizer?.runs ?? 200),
    EVMVersion: evmVersion ?? "Default",
    ...(file.license !== undefined && { LicenseType: file.license }),
  };
}

/** Undefined if no transaction is known to have created it. */
async function findCreation(context: EvmContext, address: string): Promise<EtherscanCreation | undefined> {
  const { db } = context;
  const id = await findAddressId(db, addressOf(address));
  const made = id === undefined ? undefined : await readContract(db, id);
  if (made?.created_position == null) return undefined;
  const [transaction] = await readTransactions(db, [made.created_position]);
  const [block] = await readBlocks(db, [heightOf(made.created_position)]);
  if (transaction === undefined || block === undefined) return undefined;
  const parties = await readParties(db, [made.deployer_id, made.creator_id]);
  const hexOf = (party: number | null) => {
    const bytes = party === null ? undefined : parties.get(party)?.address;
    return bytes === undefined ? "" : toHex(bytes);
  };
  const isOwn = made.creator_id === null;
  return {
    contractAddress: address.toLowerCase(),
    contractCreator: hexOf(made.deployer_id),
    txHash: toHex(transaction.hash),
    blockNumber: String(block.height),
    timestamp: String(block.time),
    contractFactory: hexOf(made.creator_id),
    creationBytecode: isOwn
      ? toHex(decodeTransaction(await readTransactionBytes(context, transaction)).input)
      : "",
  };
}
