/**
 * A page as plain HTML that stands alone: for answers that must carry a status of their own, which a page of the app
 * router can't choose. `body` is HTML, everything in it escaped by then.
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
body { margin: 0; padding: 80px 24px; background: light-dark(#f4f7f9, #0b0f12); color: light-dark(#11181e, #e9edf0); font: 14px/20px Geist, system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; }
img { width: 28px; height: 28px; }
h1 { margin: 24px 0 8px; font-size: 26px; line-height: 32px; font-weight: 600; letter-spacing: -.022em; }
p { margin: 0 0 12px; color: light-dark(#444e58, #aeb7be); overflow-wrap: anywhere; }
a { color: light-dark(#145786, #93c9ec); }
</style>
</head>
<body>
<main>
<img src="/favicon.svg" alt="Firn">
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

/** Text as HTML, in content and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
