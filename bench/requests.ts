/**
 * Milliseconds that each URL takes: the median over rounds in which the URLs take turns, so that other load affects
 * them alike. With `anew` no answer is one that was given before.
 */
export async function medians<const Urls extends readonly string[]>(
  urls: Urls,
  { anew = false } = {},
): Promise<{ [Url in keyof Urls]: number }> {
  const times = urls.map((): number[] => []);
  for (let round = 0; round < 40; round++)
    for (const [index, url] of urls.entries()) {
      const startedAt = performance.now();
      // What is not known to a route is ignored, but makes another address.
      const response = await fetch(anew ? `${url}${url.includes("?") ? "&" : "?"}n=${round}` : url);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      if (round >= 5) times[index]?.push(performance.now() - startedAt);
    }
  const middle = times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN);
  return middle as { [Url in keyof Urls]: number };
}

/** The token of the page after this many. */
export async function walk(url: string, pages: number): Promise<string> {
  let token: string | undefined;
  for (let i = 0; i < pages; i++) {
    const response = await fetch(token === undefined ? url : `${url}&pageToken=${token}`);
    token = ((await response.json()) as { nextPageToken?: string }).nextPageToken;
  }
  if (token === undefined) throw new Error("the list is too short");
  return token;
}
