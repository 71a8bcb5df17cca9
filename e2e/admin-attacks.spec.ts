import { createServer, request } from "node:http";
import type { Page } from "@playwright/test";
import { listenOnLoopback } from "../lib/listen";
import { type AdminRig, expect, test } from "./admin-rig";
import { goOnceHeard } from "./firn";

test.describe.configure({ mode: "default" });

const START = "action=setLoggerLevel&loggerName=C&logLevel=VERBO";

/** A POST from a program: the attacker chooses every header. */
function post(rig: AdminRig, path: string, headers: Record<string, string>, body = START) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const asked = request(rig.webUrl + path, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      });
      asked.on("error", reject).on("response", async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
      asked.end(body);
    },
  );
}

async function levelOfC(rig: AdminRig): Promise<string> {
  const { body } = await rig.askNode("admin.getLoggerLevel", { loggerName: "C" });
  return JSON.parse(body).result.loggerLevels.C.logLevel;
}

/** A session in a program's hands, with its whole secret: its address, and its cookie as a header. */
async function sessionOf(page: Page): Promise<{ at: string; cookie: string }> {
  const [cookie] = await page.context().cookies(page.url());
  return { at: new URL(page.url()).pathname, cookie: `${cookie?.name}=${cookie?.value}` };
}

test("the session cookie is limited to its own path, same-site and HttpOnly", async ({ page, signIn }) => {
  await signIn(page);
  const [cookie] = await page.context().cookies(page.url());
  const { pathname, port } = new URL(page.url());
  expect(pathname).toMatch(/^\/admin\/[\w-]{22}$/);
  expect(cookie).toMatchObject({
    name: `firn_session_${port}`,
    path: pathname,
    httpOnly: true,
    sameSite: "Strict",
    secure: false,
  });
  expect(page.url()).not.toContain("#");
  const answer = await page.request.get("/admin");
  expect(answer.headers()["cache-control"]).toContain("no-store");
  expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
});

test("without a session, with an ended or an invented one, nothing reaches the node", async ({
  page,
  rig,
  signIn,
}) => {
  const origin = rig.webUrl;
  await signIn(page);
  const { at, cookie } = await sessionOf(page);
  await page.getByRole("button", { name: "Lock now" }).click();
  await expect(page.getByRole("heading", { name: "Locked" })).toBeVisible();
  const name = cookie.split("=", 1)[0];
  for (const headers of [{}, { cookie }, { cookie: `${name}=${"A".repeat(43)}` }]) {
    const answer = await post(rig, `${at}/act`, { origin, ...headers });
    expect(answer.status).toBe(401);
  }
  const audit = await fetch(`${rig.webUrl}${at}/audit/csv`, { headers: { cookie } });
  expect(audit.status).toBe(401);
  expect(await levelOfC(rig)).toBe("INFO");
});

test("a session is refused from another origin, another host, or with forged forwarding headers", async ({
  page,
  rig,
  signIn,
}) => {
  await signIn(page);
  const { at, cookie } = await sessionOf(page);
  const origin = rig.webUrl;
  const evil = "http://evil.example";
  const refused: [number, Record<string, string>][] = [
    [403, { cookie }],
    [403, { cookie, origin: evil }],
    [403, { cookie, origin: "null" }],
    [403, { cookie, origin, "sec-fetch-site": "cross-site" }],
    [403, { cookie, origin: evil, "x-forwarded-host": "evil.example", forwarded: "host=evil.example" }],
    [421, { cookie, origin: "http://evil.example:80", host: "evil.example:80" }],
    [421, { cookie, origin: evil, host: "evil.example", "x-forwarded-host": new URL(origin).host }],
    [415, { cookie, origin, "content-type": "text/plain" }],
  ];
  for (const [status, headers] of refused)
    expect((await post(rig, `${at}/act`, headers)).status, JSON.stringify(headers)).toBe(status);
  expect(await levelOfC(rig)).toBe("INFO");
  // The console's own page may use it.
  expect((await post(rig, `${at}/act`, { cookie, origin, "x-forwarded-host": "evil.example" })).status).toBe(
    303,
  );
  expect(await levelOfC(rig)).toBe("VERBO");
  expect((await post(rig, `${at}/act`, { cookie, origin }, "action=endAllPutBacks")).status).toBe(303);
});

test("only the ten methods exist, and parameters are taken literally", async ({ page, rig, signIn }) => {
  await signIn(page);
  const { at, cookie } = await sessionOf(page);
  const headers = { cookie, origin: rig.webUrl };
  for (const body of [
    "action=stacktrace",
    "action=getConfig",
    "action=__proto__",
    "action=createSignInLink",
    "action=admin.alias&endpoint=bc/X&alias=y",
    "action=alias&endpoint=admin&alias=open",
    "action=alias&endpoint=bc/X&alias=../../ext/admin",
    "action=alias&endpoint=bc/X&alias=a%0d%0aX-Evil:%201",
    "action=aliasChain&chain=X&alias=a/b",
    "action=setLoggerLevel&loggerName=C%0aFATAL%20forged&logLevel=INFO",
    "action=setLoggerLevel&loggerName=C&logLevel=LOUD",
    "action=setLoggerLevel&loggerName=C",
    // A misspelt, repeated or empty field could change a level for good, or change all levels.
    `${START}&minutes=-1`,
    `${START}&putBackAfterMinutes=1&putBackAfterMinutes=`,
    `${START}&putBackAfterMinutes=`,
    "action=setLoggerLevel&loggerName=&logLevel=VERBO",
    // A second method smuggled in.
    `${START}&method=admin.getConfig&url=http://evil.example`,
  ])
    expect((await post(rig, `${at}/act`, headers, body)).status, body).toBe(400);
  expect(await levelOfC(rig)).toBe("INFO");
  const csv = await (await fetch(`${rig.webUrl}${at}/audit/csv`, { headers })).text();
  expect(csv).toContain('""minutes"" is not a parameter here');
  expect(csv).toContain('""putBackAfterMinutes"" is given more than once');
  expect(csv).toContain('""getConfig"" is not an action of the console');
  expect(csv).toMatch(/admin\.alias.*denied/);
  expect(csv).toContain("evil.example");
  expect(csv.split("\r\n").filter((line) => /^(FATAL|X-Evil)/.test(line))).toEqual([]);
});

test("a link signs in once; reading or prefetching it does not use it up", async ({
  page,
  rig,
  browser,
  expectStatus,
}) => {
  expectStatus(502);
  const link = await rig.adminLink();
  // A preview fetches the page, but the fragment after # never leaves the browser that has the link.
  for (const method of ["GET", "HEAD"]) expect((await fetch(link, { method })).status).toBe(200);
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Unlock" })).toBeVisible();
  await expect(page).not.toHaveURL(/#/);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();

  const other = await (await browser.newContext({ baseURL: rig.webUrl })).newPage();
  goOnceHeard(other);
  await other.goto(link);
  await other.getByRole("button", { name: "Unlock" }).click();
  await expect(other.locator("#sign-in-fault")).toContainText("already used");
  await expect(other.getByRole("heading", { name: "Locked" })).toBeVisible();
  await other.context().close();
});

test("the browser shows no kept page after the session has ended", async ({ page, context, signIn }) => {
  await signIn(page);
  // After a link within the app the router keeps the page; after a typed address the browser does.
  await page.evaluate(() => history.pushState(null, "", "/admin"));
  await page.goto("/status");
  const other = await context.newPage();
  await other.goto("/admin");
  await other.getByRole("button", { name: "End all" }).click();
  await expect(other.getByRole("heading", { name: "Locked" })).toBeVisible();
  // The page must not go while it is still asked to.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect(page.getByRole("heading", { name: "Locked" })).toBeVisible();
  await expect(page.locator("#levels")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Admin", exact: true }).first()).toBeVisible();
});

test("pages and processes on other ports of this machine get no usable session", async ({
  page,
  rig,
  signIn,
  context,
}) => {
  await signIn(page);
  const { at, cookie } = await sessionOf(page);
  const heard: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const listener = createServer(({ url = "", headers }, response) => {
    heard.push({ url, headers });
    response.setHeader("content-type", "text/html").end("<!doctype html><title>elsewhere</title>");
  });
  const elsewhere = await listenOnLoopback(listener);
  // The operator's browser visits that page, which fetches, posts, frames and opens whatever it can.
  const other = await context.newPage();
  for (const path of ["/", "/admin", "/admin/sign-in", "/admin/session", "/admin/act", "/admin/state"])
    await other.goto(elsewhere + path);
  await other.evaluate(async (web) => {
    await fetch(`${web}/admin`, { credentials: "include", mode: "no-cors" }).catch(() => undefined);
    await fetch("/admin/state", { credentials: "include" });
    document.body.innerHTML = `<iframe src="${web}/admin"></iframe><form id="f" method="post" action="/admin/session">`;
    (document.getElementById("f") as HTMLFormElement).submit();
  }, rig.webUrl);
  await expect.poll(() => heard.some(({ url }) => url === "/admin/session")).toBe(true);
  const secrets = [cookie.split("=")[1] ?? "", at.split("/").at(-1) ?? ""];
  for (const secret of secrets) expect(JSON.stringify(heard)).not.toContain(secret);
  expect(heard.flatMap(({ headers }) => headers.cookie ?? [])).toEqual([]);
  // Half of the secret opens nothing, even if it leaked.
  const origin = rig.webUrl;
  const strange = `/admin/${"A".repeat(22)}`;
  for (const [path, headers] of [
    [at, {}],
    ["/admin", { cookie }],
    [strange, { cookie }],
  ] as const) {
    const answer = await fetch(rig.webUrl + path, { headers });
    expect(await answer.text()).not.toContain('id="levels"');
    expect((await post(rig, `${path}/act`, { origin, ...headers })).status, path).not.toBe(303);
  }
  expect(await levelOfC(rig)).toBe("INFO");
  await other.close();
  await new Promise((resolve) => listener.close(resolve));
});

test("a cookie set by a page on another port does not sign the operator out", async ({
  page,
  context,
  rig,
  signIn,
}) => {
  await signIn(page);
  const { cookie } = await sessionOf(page);
  const name = cookie.split("=", 1)[0] ?? "";
  await context.addCookies([{ name, value: "x", domain: "127.0.0.1", path: "/admin" }]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();
  expect(await levelOfC(rig)).toBe("INFO");
});

test("two Firns on one machine don't sign each other out", async ({ page, rig, signIn }) => {
  await signIn(page);
  const first = page.url();
  const second = await rig.startSecond();
  const other = await page.context().newPage();
  await other.goto(await second.adminLink());
  await other.getByRole("button", { name: "Unlock" }).click();
  await expect(other.getByRole("button", { name: "Lock now" })).toBeVisible();
  await page.goto(first);
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();
  await other.getByRole("button", { name: "Lock now" }).click();
  await expect(other.getByRole("heading", { name: "Locked" })).toBeVisible();
  // Each console keeps its own session.
  await page.goto("/admin");
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();
  await second.stop();
});

test("the operator's port answers no browser page", async ({ browser, rig }) => {
  const page = await (await browser.newContext()).newPage();
  const site = createServer((_, response) => response.end("<!doctype html><title>elsewhere</title>"));
  const siteOrigin = await listenOnLoopback(site);
  await page.goto(`${siteOrigin}/`);
  const seen = await page.evaluate(async (url) => {
    const ask = (init: RequestInit) =>
      fetch(url, init).then(
        (answer) => answer.text(),
        () => "nothing",
      );
    return [
      await ask({ credentials: "include" }),
      await ask({ method: "POST", body: "{}" }),
      await ask({ method: "POST", body: "{}", headers: { "x-firn-session": "x" } }),
    ];
  }, `${rig.operatorUrl}/operator/panel`);
  expect(seen).toEqual(["nothing", "nothing", "nothing"]);
  await expect(fetch(`${rig.operatorUrl}/operator/panel`)).rejects.toThrow();
  await page.context().close();
  await new Promise((resolve) => site.close(resolve));
});

test("a password signs in if one is set; without one, the console is off when others can reach the web", async ({
  page,
  rig,
  expectStatus,
}) => {
  test.setTimeout(180_000);
  expectStatus(502);
  await rig.stopFirn();
  await rig.startFirn({ FIRN_HOST: "0.0.0.0" });
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "The console is off" })).toBeVisible();
  await expect(page.getByText("FIRN_ADMIN_PASSWORD")).toBeVisible();
  await page.goto("about:blank");
  await rig.stopFirn();
  await rig.startFirn({ FIRN_HOST: "0.0.0.0", FIRN_ADMIN_PASSWORD: "ice & snow" });
  await page.goto("/admin");
  for (const [password, after] of [
    ["snow", page.getByText("Wrong password")],
    ["ice & snow", page.getByRole("button", { name: "Lock now" })],
  ] as const) {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(after).toBeVisible();
  }
  await page.getByRole("button", { name: "Lock now" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  // While someone on this machine floods sign-in, the password may have to wait; a link does not.
  const origin = rig.webUrl;
  const flood = Array.from({ length: 20 }, () => post(rig, "/admin/session", { origin }, "password=snow"));
  for (const { headers } of await Promise.all(flood)) expect(headers.location).toMatch(/^\/admin\?fault=/);
  await page.goto(await rig.adminLink());
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();
  const answer = await page.request.get(`${new URL(page.url()).pathname}/audit/csv`);
  expect(await answer.text()).toContain("firn.signIn");
  expect(await answer.text()).not.toContain("snow");
  await page.goto("about:blank");
});
