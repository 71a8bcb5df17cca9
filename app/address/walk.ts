import type { TokenPage } from "@/components/list/use-rows";

/** How to ask a list of the API for a page of it. */
type AskPage<Page> = (page: { pageSize: number; pageToken: string | undefined }) => Promise<Page>;

/** Largest page of every list. */
const STRIDE = 100;

/**
 * The page of a list that begins after `skip` rows, for lists without positions of their own: walks there by the API's
 * tokens, so that an address can hold a number. @throws FirnError
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
