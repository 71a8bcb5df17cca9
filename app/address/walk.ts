import type { TokenPage } from "@/components/list/use-rows";

/** Reads one page of a list from the API. */
type AskPage<Page> = (page: { pageSize: number; pageToken: string | undefined }) => Promise<Page>;

/** Largest page that every list allows. */
const STRIDE = 100;

/**
 * The page of a list after `skip` rows, for lists without positions of their own: it pages through the API, so that an
 * address can hold a number. @throws FirnError
 */
export async function readAfter<Page extends TokenPage>(
  ask: AskPage<Page>,
  { skip, size }: { skip: number; size: number },
): Promise<Page> {
  let pageToken: string | undefined;
  for (let left = skip; left > 0; ) {
    const pageSize = Math.min(left, STRIDE);
    const page = await ask({ pageSize, pageToken });
    if (page.nextPageToken === undefined) return ask({ pageSize: size, pageToken });
    pageToken = page.nextPageToken;
    left -= pageSize;
  }
  return ask({ pageSize: size, pageToken });
}
