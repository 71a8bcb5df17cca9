import { toHex } from "../../avalanche/codec/bytes";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import type { EtherscanCreation } from "../../contract/etherscan/answers";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { readContract } from "../../store/queries/evm/token";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { heightOf } from "../../store/rows/columns";
import { addressOf } from "../evm/address-page";
import { readTransactionBytes } from "../evm/transaction";
import type { EvmContext } from "../handler";
import { type Module, notOk, ok } from "./module";

/** Clients know a contract without sources by how this begins. */
const UNVERIFIED = "Contract source code not verified";
const REMEDY =
  "put its ABI into the folder that FIRN_LABELS names, as a file called after the contract's address (0x….json)";
const NOT_COMPILED = `Firn does not compile sources, so it verifies no contract: ${REMEDY}`;

const refuse = async () => notOk(NOT_COMPILED);

export const contract: Module<"contract"> = {
  getabi: async ({ readEvm, chainId }, { address }) => {
    const abi = await readEvm(chainId, async ({ labels }) => labels.abi(addressOf(address)));
    return abi === undefined ? notOk(`${UNVERIFIED}: ${REMEDY}`) : ok(JSON.stringify(abi));
  },
  getsourcecode: ({ readEvm, chainId }, { address }) =>
    readEvm(chainId, async ({ labels, db }) => {
      const bytes = addressOf(address);
      const abi = labels.abi(bytes);
      const id = await findAddressId(db, bytes);
      const name =
        labels.address(bytes)?.name ?? (id === undefined ? undefined : (await readContract(db, id))?.name);
      return ok([
        {
          ...WITHOUT_SOURCES,
          ABI: abi === undefined ? UNVERIFIED : JSON.stringify(abi),
          ContractName: abi === undefined ? "" : (name ?? ""),
        },
      ]);
    }),
  getcontractcreation: ({ readEvm, chainId }, { contractaddresses }) =>
    readEvm(chainId, async (context) => {
      const found = await Promise.all(
        contractaddresses.split(",").map((address) => findCreation(context, address)),
      );
      const creations = found.filter((creation) => creation !== undefined);
      return creations.length === 0 ? { status: "0", message: "No data found", result: null } : ok(creations);
    }),
  verifysourcecode: refuse,
  checkverifystatus: refuse,
  verifyproxycontract: refuse,
  checkproxyverification: refuse,
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
  Proxy: "0",
  Implementation: "",
  SwarmSource: "",
};

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
