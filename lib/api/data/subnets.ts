import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/subnets";
import { InputError } from "../../errors";
import {
  findSubnet,
  listBlockchainsOf,
  listSubnets as listRows,
  type SubnetRow,
} from "../../store/queries/subnet";
import type { Handler, RequestContext } from "../handler";
import { rangeOfAll } from "../page/creations";
import { takePage } from "../page/page";
import { presentPrimaryNetwork, presentSubnet } from "../present/staking/subnet";
import { CHAINS } from "../request/chains";
import { requireNetwork } from "../request/network";
import { requireBeginning } from "../transactions/genesis-blocks";

/** No transaction creates the Primary Network, so its position is 0. */
type Listed = SubnetRow | { position: 0; subnet_id: Uint8Array };
const PRIMARY: Listed = { position: 0, subnet_id: PRIMARY_NETWORK_ID };

export const listSubnets: Handler<typeof contract.listSubnets> = ({ params, query, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    await requireBeginning(context, CHAINS.p);
    const { sortOrder } = query;
    const { rows, nextPageToken } = await takePage<Listed>({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "subnets", sortOrder, dialect: context.dialect.name },
      start: undefined,
      pageSize: query.pageSize,
      list: async (cursor, limit) => {
        const range = rangeOfAll(sortOrder, cursor);
        const found = await listRows(context.db, { range, limit });
        const primary = range.from <= 0 && range.below > 0 ? [PRIMARY] : [];
        return (sortOrder === "asc" ? [...primary, ...found] : [...found, ...primary]).slice(0, limit);
      },
      cursorOf: ({ position }) => position,
    });
    return { nextPageToken, subnets: await presentAll(context, rows) };
  });

export const getSubnetById: Handler<typeof contract.getSubnetById> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const subnetId = parseId(params.subnetId);
    const row = equalBytes(subnetId, PRIMARY_NETWORK_ID) ? PRIMARY : await findSubnet(context.db, subnetId);
    const [body] = row === undefined ? [] : await presentAll(context, [row]);
    if (body === undefined) throw new InputError("NOT_FOUND", `no subnet ${formatId(subnetId)} is indexed`);
    return body;
  });

async function presentAll(context: RequestContext, rows: readonly Listed[]): Promise<contract.Subnet[]> {
  const ids = rows.map(({ subnet_id }) => subnet_id);
  const blockchains = await listBlockchainsOf(context.db, ids);
  return rows.map((row) => {
    const own = blockchains.filter(({ subnet_id }) => toHex(subnet_id) === toHex(row.subnet_id));
    return "time" in row ? presentSubnet(row, own, context) : presentPrimaryNetwork(own, context);
  });
}
