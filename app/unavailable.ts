import { escapeHtml } from "@/components/ui/escape-html";
import { plainPage } from "./plain-page";

/** The page while Firn's API does not answer: without data the answer must be a 502. It looks again by itself. */
export function unavailablePage(apiOrigin: string): Response {
  const page = plainPage({
    status: 502,
    title: "Firn’s API does not answer",
    head: '<meta http-equiv="refresh" content="5">\n',
    body: `<p>This page reads everything from ${escapeHtml(apiOrigin)}, and nothing answers there. See whether the api process of Firn runs; its log says why if it stopped.</p>
<p>This page tries again every 5 seconds. <a href="">Try now</a></p>`,
  });
  page.headers.set("retry-after", "5");
  return page;
}
