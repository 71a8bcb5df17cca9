import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/data/evm-contracts";
import { InputError } from "../../errors";
import { findAddressId, type Party, readParties } from "../../store/queries/evm/address";
import { listDeployments, readContract } from "../../store/queries/evm/token";
import { readTransactions } from "../../store/queries/evm/transaction";
import { TOKEN_STANDARDS } from "../../store/rows/columns";
import type { ContractTable } from "../../store/tables/evm/tokens";
import type { EvmContext, Handler } from "../handler";
import { takePage } from "../page/page";
import { ZERO_PARTY } from "../present/evm/party";

export const listContractDeployments: Handler<typeof contract.listContractDeployments> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const { db, dialect, evmChainId } = context;
    const deployerId = await findAddressId(db, fromHex(params.address.toLowerCase()));
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: {
        endpoint: "deployments",
        evmChainId,
        address: params.address.toLowerCase(),
        dialect: dialect.name,
      },
      start: await startBefore(context, query.before),
      pageSize: query.pageSize,
      list: async (cursor, limit) => {
        const after = cursor === undefined ? undefined : await readContract(db, cursor);
        return deployerId === undefined ? [] : listDeployments(db, deployerId, { after, limit });
      },
      cursorOf: ({ address_id }) => address_id,
    });
    return { nextPageToken: page.nextPageToken, contracts: await presentContracts(context, page.rows) };
  });

/** @throws InputError BAD_PARAMETER when no transaction is known to have created it */
async function startBefore({ db }: EvmContext, before: string | undefined): Promise<number | undefined> {
  if (before === undefined) return undefined;
  const id = await findAddressId(db, fromHex(before.toLowerCase()));
  const row = id === undefined ? undefined : await readContract(db, id);
  if (row !== undefined && row.created_position !== null) return row.address_id;
  throw new InputError("BAD_PARAMETER", `before must be a contract whose creation is indexed, not ${before}`);
}

export const getContractMetadata: Handler<typeof contract.getContractMetadata> = ({ params, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const address = fromHex(params.address.toLowerCase());
    const id = await findAddressId(context.db, address);
    const row = id === undefined ? undefined : await readContract(context.db, id);
    const [body] = row === undefined ? [] : await presentContracts(context, [row]);
    return body ?? { ...presentLabel(context, address), ercType: "UNKNOWN" };
  });

async function presentContracts(
  context: EvmContext,
  rows: readonly ContractTable[],
): Promise<contract.EvmContract[]> {
  const { db } = context;
  const positions = rows.flatMap(({ created_position }) => created_position ?? []);
  const hashes = new Map(
    (await readTransactions(db, positions)).map(({ position, hash }) => [position, hash]),
  );
  const parties = await readParties(
    db,
    rows.flatMap(({ address_id, deployer_id, creator_id }) => [address_id, deployer_id, creator_id]),
  );
  return rows.map((row) => presentContract(context, row, { hashes, parties }));
}

interface ContractRows {
  hashes: Map<number, Uint8Array>;
  parties: Map<number, Party>;
}

function presentContract(
  context: EvmContext,
  row: ContractTable,
  { hashes, parties }: ContractRows,
): contract.EvmContract {
  const bytesOf = (id: number | null) =>
    (id === null ? undefined : parties.get(id)?.address) ?? ZERO_PARTY.address;
  const addressOf = (id: number | null) => formatEvmAddress(bytesOf(id));
  const txHash = row.created_position === null ? undefined : hashes.get(row.created_position);
  const base = {
    ...(row.name === null ? {} : { name: row.name }),
    ...presentLabel(context, bytesOf(row.address_id)),
    ...(txHash === undefined
      ? {}
      : {
          deploymentDetails: {
            txHash: toHex(txHash),
            deployerAddress: addressOf(row.deployer_id),
            ...(row.creator_id === null ? {} : { deployerContractAddress: addressOf(row.creator_id) }),
          },
        }),
  };
  const symbol = row.symbol === null ? {} : { symbol: row.symbol };
  const ercType = TOKEN_STANDARDS[row.standard] ?? "UNKNOWN";
  if (ercType === "ERC-20" && row.decimals !== null)
    return { ...base, ercType, ...symbol, decimals: row.decimals };
  // SDKs require decimals for ERC-20.
  if (ercType === "ERC-20")
    return context.dialect.name === "sdk" ? { ...base, ercType: "UNKNOWN" } : { ...base, ercType, ...symbol };
  if (ercType === "UNKNOWN") return { ...base, ercType };
  return { ...base, ercType, ...symbol };
}

/** The operator's label of an address, in the contract's form. */
function presentLabel({ labels }: EvmContext, address: Uint8Array) {
  const { logoUri, bannerUri, ...texts } = labels.address(address) ?? {};
  return {
    ...texts,
    ...(logoUri === undefined ? {} : { logoAsset: { imageUri: logoUri } }),
    ...(bannerUri === undefined ? {} : { bannerAsset: { imageUri: bannerUri } }),
    address: formatEvmAddress(address),
  };
}
