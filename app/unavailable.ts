import { escapeHtml } from "@/components/ui/escape-html";
import { plainPage } from "./plain-page";

/** The page if Firn's API does not answer. Without data the status must be a 502. It reloads automatically. */
export function unavailablePage(apiOrigin: string): Response {
  const page = plainPage({
    status: 502,
    title: "Firn’s API does not answer",
    head: '<meta http-equiv="refresh" content="5">\n',
    body: `<p>All data comes from ${escapeHtml(apiOrigin)}, and nothing answers there. Check that Firn’s api process is running; if it stopped, its log says why.</p>
<p>This page retries every 5 seconds. <a href="">Try now</a></p>`,
  });
  page.headers.set("retry-after", "5");
  return page;
}
