import { findEvmChain } from "@/app/[chain]/evm-chain";
import type { Find } from "@/app/existence";
import { isEvmAddress } from "@/components/evm/chain";
import type { PageQuery, SearchOf } from "@/lib/contract/pages";
import { type MessagesQuery, readMessages } from "./messages";

function readQuery(search: SearchOf<"messages">): MessagesQuery | undefined {
  const one = (name: keyof SearchOf<"messages">) => [search[name] ?? []].flat()[0]?.trim() ?? "";
  const form = one("form");
  const chain = one("chain");
  const address = one("address");
  const before = one("before");
  const query: MessagesQuery = {};
  if (form !== "") {
    if (form !== "icm" && form !== "warp") return undefined;
    query.form = form;
  }
  if (chain !== "") query.chain = chain;
  if (address !== "") {
    if (!isEvmAddress(address)) return undefined;
    query.address = address;
  }
  if (before === "") return query;
  return /^\d{1,16}-\d{1,11}-\d{1,5}$/.test(before) ? { ...query, before } : undefined;
}

export const MESSAGES_QUERY: PageQuery<"messages", MessagesQuery> = {
  read: readQuery,
  write: (query) => ({ ...query }),
};

export const findMessages: Find<"messages", undefined, MessagesQuery> = async ({ query }) => {
  if (query.chain !== undefined && (await findEvmChain(query.chain)) === undefined) return "missing";
  // A list continues only after an indexed block.
  if (query.before !== undefined) await readMessages({ ...query, pageSize: 1 });
  return { found: undefined };
};
