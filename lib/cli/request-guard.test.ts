import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTrustedProxies } from "../api/access/client-address";
import { openSignIn, type SignInSettings } from "../api/access/sign-in";
import { VISITOR_HEADER } from "../contract/callers";
import { PEER_HEADER } from "../contract/operator/access";
import { admitRequest } from "./request-guard";

/** Says what Next would be asked. */
const server = createServer((request, response) => {
  if (!admitRequest(request, response, doorkeeper())) return;
  const { method, headers, url } = request;
  response.end(
    `${method} ${headers.host} ${url} from ${headers[PEER_HEADER]} for ${headers[VISITOR_HEADER]}.`,
  );
});
let trusted: string[] = [];
let settings: SignInSettings = { password: undefined, header: undefined };
const doorkeeper = () => {
  const proxies = openTrustedProxies([...trusted]);
  return { trusted: proxies, signIn: openSignIn(settings, { trusted: proxies, steadyMs: () => 0 }) };
};
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

async function ask(line: string, header = "Accept: */*"): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const forged = `${PEER_HEADER}: 192.0.2.1\r\n${VISITOR_HEADER}: 192.0.2.3\r\nX-Forwarded-For: 192.0.2.1`;
  socket.write(`${line} HTTP/1.1\r\nHost: here\r\n${header}\r\n${forged}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  for await (const part of socket) answer += String(part);
  return answer;
}

describe("admit", () => {
  it.each([
    ["GET /p/block/1?raw=hex", "GET here /p/block/1?raw=hex"],
    ["GET /p/block/%zz", "GET here /p/block/%zz"],
    ["GET /search?q=%zz", "GET here /search?q=%zz"],
    ["GET /v1/chains?x=%zz", "GET here /v1/chains?x=%zz"],
    ["GET http://there:80/p/blocks?before=7", "GET there /p/blocks?before=7"],
    ["GET HTTP://there:3000", "GET there:3000 /"],
  ])("lets %s through as %s", async (line, seen) => {
    expect(await ask(line)).toContain(seen);
  });

  it("says where the connection comes from, whatever the client says of that", async () => {
    expect(await ask("POST /admin/session")).toContain("from 127.0.0.1");
  });

  it("says whom the API counts, for whom a proxy asks only if that is trusted", async () => {
    expect(await ask("GET /v1/chains")).toContain("for 127.0.0.1.");
    trusted = ["127.0.0.1"];
    expect(await ask("GET /v1/chains")).toContain("from 127.0.0.1 for 192.0.2.1.");
    trusted = [];
  });

  it.each([
    ["GET /v1/networks/%zz", 400],
    ["GET http://here/firn/v1/%C0%AE", 400],
    ["TRACE /p/blocks", 405],
  ])("answers %s with %d in the API's form", async (line, status) => {
    const [head, body = ""] = (await ask(line)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toContain(`"statusCode":${status}`);
  });

  it("gives nothing to who has not signed in, where readers do", async () => {
    settings = { password: "correct horse", header: undefined };
    for (const line of [
      "GET /",
      "GET /_next/static/x.js",
      "GET /v1/chains",
      "POST /admin/session",
      "TRACE /",
    ]) {
      const answer = await ask(line);
      expect(answer).toMatch(/^HTTP\/1.1 401 /);
      expect(answer).toContain('www-authenticate: Basic realm="Firn"');
      expect(answer).not.toContain("from 127.0.0.1");
    }
    const token = Buffer.from("me:correct horse").toString("base64");
    expect(await ask("GET /", `Authorization: Basic ${token}`)).toContain("GET here / from 127.0.0.1");
    settings = { password: undefined, header: "x-forwarded-user" };
    expect(await ask("GET /", "X-Forwarded-User: ada")).not.toContain("www-authenticate");
    trusted = ["127.0.0.1"];
    expect(await ask("GET /", "X-Forwarded-User: ada")).toContain("GET here /");
    [trusted, settings] = [[], { password: undefined, header: undefined }];
  });
});
