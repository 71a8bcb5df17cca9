/**
 * The page while Firn's API does not answer, as plain HTML: a page of the app router can't choose its status, and
 * without data the answer must be a 502. It looks again by itself.
 */
export function unavailablePage(apiOrigin: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Firn’s API does not answer — Firn</title>
<link rel="icon" href="/favicon.svg">
<style>
@font-face { font-family: Geist; src: url(/fonts/geist.woff2) format("woff2"); font-weight: 100 900; }
:root { color-scheme: light dark; }
body { margin: 0; padding: 80px 24px; background: light-dark(#f4f7f9, #0b0f12); color: light-dark(#11181e, #e9edf0); font: 14px/20px Geist, system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; }
img { width: 28px; height: 28px; }
h1 { margin: 24px 0 8px; font-size: 26px; line-height: 32px; font-weight: 600; letter-spacing: -.022em; }
p { margin: 0 0 12px; color: light-dark(#444e58, #aeb7be); }
a { color: light-dark(#145786, #93c9ec); }
</style>
</head>
<body>
<main>
<img src="/favicon.svg" alt="Firn">
<h1>Firn’s API does not answer</h1>
<p>This page reads everything from ${apiOrigin}, and nothing answers there. See whether the api process of Firn runs; its log says why if it stopped.</p>
<p>This page tries again every 5 seconds. <a href="">Try now</a></p>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 502,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "retry-after": "5" },
  });
}
