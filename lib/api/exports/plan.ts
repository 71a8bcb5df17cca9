import { formatAddress } from "../../avalanche/ids";
import { EVM_EXPORT, type exportTransactions, LIST_EXPORT } from "../../contract/data/operations";
import { parseRequest, type RouteSent } from "../../contract/route";
import { InputError } from "../../errors";
import { findFirstHeightFrom } from "../../store/queries/evm/figures";
import type { HandlerRequest } from "../handler";
import { networkTokenOf } from "../present/evm/chain";
import { CHAINS } from "../request/chains";
import { readAddresses, requireChain } from "../request/network";
import type { ExportJob, PlannedList } from "./folder";
import { formOf, LIST_FORM, readListUrl } from "./forms";

type Asked = RouteSent<typeof exportTransactions>;
type Readers = Pick<HandlerRequest<never>, "read" | "readEvm">;
type Plan = Pick<ExportJob, "lists" | "own">;

/** Items of a page: the most that every list gives, and fewer where so many lists are read that they would fill the memory. */
const PAGE_SIZE = 100;
const LEAST_PAGE = 10;
const ITEMS_AT_ONCE = 5_000;
const DAY_SECONDS = 86_400;

/**
 * The lists of the API that an export reads.
 * @throws InputError BAD_PARAMETER for what can't be exported, NOT_FOUND for a chain that is not indexed
 */
export async function planExport(asked: Asked, readers: Readers): Promise<Plan> {
  if (asked.type === LIST_EXPORT) return planList(asked);
  const days = daysOf(asked);
  return asked.type === EVM_EXPORT ? planEvm(asked, days, readers) : planPrimary(asked, days, readers);
}

/** Unix seconds: from the first day's beginning to before the last day's end. Without a day there is no bound. */
interface Days {
  from: number | undefined;
  to: number | undefined;
}

/** @throws InputError BAD_PARAMETER when a day is given twice, or the last is before the first */
function daysOf({ firstDate, lastDate, startDate, endDate }: Asked): Days {
  if ((firstDate && startDate) || (lastDate && endDate))
    throw new InputError("BAD_PARAMETER", "startDate and endDate are older names of firstDate and lastDate", {
      hint: "give one of each pair",
    });
  const seconds = (date: string | undefined) => (date === undefined ? undefined : Date.parse(date) / 1_000);
  const from = seconds(firstDate ?? startDate);
  const last = seconds(lastDate ?? endDate);
  if (from !== undefined && last !== undefined && last < from)
    throw new InputError("BAD_PARAMETER", "lastDate must not be before firstDate");
  return { from, to: last === undefined ? undefined : last + DAY_SECONDS };
}

function planList({ options: { list, ...others }, firstDate, lastDate, startDate, endDate }: Asked): Plan {
  if (list === undefined) throw new InputError("BAD_PARAMETER", `options.list is missing: ${LIST_FORM}`);
  if (
    [...Object.values(others), firstDate, lastDate, startDate, endDate].some((value) => value !== undefined)
  )
    throw new InputError("BAD_PARAMETER", "options.list alone says what is wanted", {
      hint: "put addresses, chains and times into its path and query",
    });
  const { route, params, url } = readListUrl(list);
  for (const name of ["pageToken", "format"]) url.searchParams.delete(name);
  parseRequest(route, params, url.searchParams);
  if ("pageSize" in route.query.shape) url.searchParams.set("pageSize", String(PAGE_SIZE));
  const plan = { lists: [{ url: url.pathname + url.search }], own: [] };
  formOf({ type: LIST_EXPORT, ...plan });
  return plan;
}

async function planEvm({ options }: Asked, days: Days, { readEvm }: Readers): Promise<Plan> {
  const { addresses = [], includeChains = [] } = options;
  const own = [...new Set(addresses.map((address) => readAccount(address, "addresses")))];
  if (own.length === 0) throw new InputError("BAD_PARAMETER", "options.addresses needs an EVM address");
  if (includeChains.length === 0)
    throw new InputError("BAD_PARAMETER", "options.includeChains needs an EVM chain ID, such as 43114");
  const lists = new Map<string, PlannedList[]>();
  const pageSize = Math.floor(ITEMS_AT_ONCE / (own.length * includeChains.length));
  for (const asked of includeChains) {
    const { chain, coin, range } = await readEvm(
      asked,
      async ({ db, evmChainId, facts, labels, dialect }) => {
        const from = days.from === undefined ? 0 : await findFirstHeightFrom(db, days.from);
        const after = days.to === undefined ? undefined : await findFirstHeightFrom(db, days.to);
        const { name, symbol, decimals } = networkTokenOf(facts, labels.chain, dialect);
        return { chain: evmChainId, coin: { name, symbol, decimals }, range: { from, after } };
      },
    );
    if (range.from === undefined || (range.after !== undefined && range.after <= range.from)) continue;
    const query = new URLSearchParams({ ...ASCENDING, startBlock: String(range.from) });
    query.set("pageSize", String(Math.max(LEAST_PAGE, Math.min(PAGE_SIZE, pageSize))));
    if (range.after !== undefined) query.set("endBlock", String(range.after));
    lists.set(
      chain,
      own.map((address) => ({
        url: `/v1/chains/${chain}/addresses/${address}/transactions?${query}`,
        chain,
        address,
        coin,
      })),
    );
  }
  return { lists: [...lists.values()].flat(), own };
}

const ASCENDING = { sortOrder: "asc", pageSize: String(PAGE_SIZE) };

async function planPrimary({ options }: Asked, { from, to }: Days, { read }: Readers): Promise<Plan> {
  const { addresses = [], cChainEvmAddresses = [], includeChains = [] } = options;
  const accounts = cChainEvmAddresses.map((address) => readAccount(address, "cChainEvmAddresses"));
  if (addresses.length + accounts.length === 0)
    throw new InputError("BAD_PARAMETER", "options.addresses needs an address, such as P-avax1…");
  if (includeChains.length === 0)
    throw new InputError("BAD_PARAMETER", "options.includeChains needs p-chain, x-chain or c-chain");
  return read(async ({ network }) => {
    const chains = new Set(includeChains.map((chain) => requireChain(network, chain).name));
    const owners =
      addresses.length === 0
        ? []
        : readAddresses(network, CHAINS.p, addresses.join(",")).map((bytes) =>
            formatAddress(network.hrp, bytes),
          );
    const lists = Object.values(CHAINS).flatMap(({ name }): PlannedList[] => {
      const listed = name === "c-chain" ? [...owners, ...accounts] : owners;
      if (!chains.has(name) || listed.length === 0) return [];
      const query = new URLSearchParams({ ...ASCENDING, addresses: listed.join(",") });
      if (from !== undefined) query.set("startTimestamp", String(from));
      if (to !== undefined) query.set("endTimestamp", String(to));
      const url = `/v1/networks/${network.servedAs}/blockchains/${name}/transactions?${query}`;
      return [{ url, chain: name }];
    });
    return { lists, own: [...owners, ...accounts] };
  });
}

/** An account in lower case. @throws InputError BAD_PARAMETER */
function readAccount(address: string, name: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(address)) return address.toLowerCase();
  throw new InputError(
    "BAD_PARAMETER",
    `options.${name} holds "${address}", which is no EVM address: 0x and 40 hex digits`,
  );
}
