/** Searches for one view. Each may end before it has found anything. */
const MOST_SEARCHES = 8;

/**
 * The first page of a search that has rows, or the last one looked at: an empty page that goes on means that nothing was found yet.
 * @throws whatever `read` does
 */
export async function searchOn<Page extends { nextPageToken?: string | undefined }>(
  read: (pageToken?: string) => Promise<Page>,
  rowsOf: (page: Page) => readonly unknown[],
): Promise<Page> {
  let page = await read();
  for (let i = 1; i < MOST_SEARCHES && rowsOf(page).length === 0 && page.nextPageToken !== undefined; i++)
    page = await read(page.nextPageToken);
  return page;
}
