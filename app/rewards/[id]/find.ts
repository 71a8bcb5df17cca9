import { type Find, moved } from "@/app/existence";
import { hrefTo } from "@/lib/contract/pages";
import { type Party, readParty, type StatementQuery } from "./statement";

/** Any node id and any address has a statement, even without rewards. */
export const findRewards: Find<"rewards", Party, StatementQuery> = async ({ params: { id } }) => {
  const party = await readParty(id);
  return party.id === id ? { found: party } : moved(hrefTo("rewards", { id: party.id }));
};
