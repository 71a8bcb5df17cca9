import { NAVIGATION } from "@/components/layout/navigation";
import { escapeHtml } from "@/components/ui/escape-html";
import { hrefTo } from "@/lib/contract/pages";

/**
 * A plain HTML page under the shell's head, for answers with their own status, which a page of the app router cannot
 * set. `body` is HTML, already escaped.
 */
export function plainPage(page: { status: number; title: string; body: string; head?: string }): Response {
  const { status, title, body, head = "" } = page;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)} — Firn</title>
<link rel="icon" href="/favicon.svg">
<style>
@font-face { font-family: Geist; src: url(/fonts/geist.woff2) format("woff2"); font-weight: 100 900; }
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f4f7f9, #0b0f12); color: light-dark(#11181e, #e9edf0); font: 14px/20px Geist, system-ui, sans-serif; }
header { background: light-dark(#ffffff, #111619); border-bottom: 1px solid light-dark(#dbe1e4, #22292d); }
header div { max-width: 1280px; min-height: 56px; margin: 0 auto; padding: 0 clamp(16px, 3vw, 40px); display: flex; flex-wrap: wrap; align-items: center; gap: 4px 24px; }
header a { color: light-dark(#444e58, #aeb7be); font-size: 13.5px; line-height: 36px; text-decoration: none; }
header a:hover { color: light-dark(#11181e, #e9edf0); }
header a.brand { display: flex; align-items: center; gap: 10px; color: light-dark(#11181e, #e9edf0); font-size: 17px; font-weight: 600; letter-spacing: -.025em; }
nav { display: flex; flex-wrap: wrap; gap: 0 20px; }
img { width: 20px; height: 20px; }
main { max-width: 560px; margin: 0 auto; padding: 64px 24px; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 32px; font-weight: 600; letter-spacing: -.022em; }
p { margin: 0 0 12px; color: light-dark(#444e58, #aeb7be); overflow-wrap: anywhere; }
a { color: light-dark(#145786, #93c9ec); }
</style>
</head>
<body>
<header><div><a class="brand" href="${hrefTo("home")}"><img src="/favicon.svg" alt="">Firn</a><nav aria-label="Main">${LINKS}</nav></div></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

const LINKS = NAVIGATION.map(({ href, label }) => `<a href="${href}">${label}</a>`).join("");
