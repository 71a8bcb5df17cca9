import { answerCsv, noSuchList } from "@/app/[chain]/csv";
import { refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { findStatementForm } from "@/components/rewards/statement-forms";
import { FirnError } from "@/lib/errors";
import { REWARDS_QUERY, readParty, readStatementOldestFirst } from "../statement";

/** Rewards in one file: a year of a large node has more than a list's usual limit. */
const MAX_ROWS = 1_000_000;

/** A statement as CSV, oldest first, in the form of `?form=`: Firn's own, or one that tax programs import. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { form: name = "plain", ...search } = Object.fromEntries(new URL(request.url).searchParams);
  const query = REWARDS_QUERY.read(search, { id });
  const form = findStatementForm(name);
  if (query === undefined || form === undefined) return noSuchList();
  const party = await toResult(readParty(id));
  if (party instanceof FirnError) return refusalOf(party);
  const file = [party.id, "rewards", ...(query.year === undefined ? [] : [query.year])].join("-");
  const suffix = name === "plain" ? "" : `-${name}`;
  return answerCsv(
    `${file}${suffix}.csv`,
    form.head,
    async (pageToken) => {
      const { rewards, nextPageToken } = await readStatementOldestFirst(party, query, pageToken);
      return { rows: rewards.map(form.cells), next: nextPageToken };
    },
    { maxRows: MAX_ROWS },
  );
}
