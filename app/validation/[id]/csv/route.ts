import { answerCsv } from "@/app/[chain]/csv";
import { CHANGES_HEAD, changeCells } from "@/app/l1/changes-csv";
import { api } from "@/app/server";
import { listChangesOfValidation } from "@/lib/contract/firn/l1-lists";

/** Every change of a validation as CSV, newest first. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id: validationId } = await params;
  return answerCsv(`${validationId}-changes.csv`, CHANGES_HEAD, async (pageToken) => {
    const query = { pageToken, pageSize: 100 };
    const page = await api().get(listChangesOfValidation, { params: { validationId }, query });
    return { rows: page.changes.map(changeCells), next: page.nextPageToken };
  });
}
