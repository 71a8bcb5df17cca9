import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACTIONS, type ActionName } from "../contract/operator/actions";
import { parseSent } from "../contract/route";
import { openRecording, type RecordedExchange } from "../devnet/recording";
import { listenOnLoopback } from "../listen";
import { openRig } from "../testbed/operator";

/** Every recorded answer of a real node's admin API, from the wire to what the console shows. */

interface Capture {
  name: string;
  method: ActionName;
  params: Record<string, unknown>;
  status: number;
  answer: string;
}

function isAction(name: string | undefined): name is ActionName {
  return name !== undefined && name in ACTIONS;
}

function readCapture({ name, request, response }: RecordedExchange): Capture[] {
  const { method = "", params = {} } = JSON.parse(request.body || "{}");
  const action = method.replace(/^admin\./, "");
  if (request.path !== "/ext/admin" || !isAction(action)) return [];
  return [{ name, method: action, params, status: response.status, answer: response.body }];
}

function isAccepted({ method, params }: Capture): boolean {
  try {
    parseSent(ACTIONS[method], params);
    return true;
  } catch {
    return false;
  }
}

/** A node that gives one recorded answer, and the levels that are read before a change of levels. */
async function serveAnswers(levels: string) {
  const said = { method: "getLoggerLevel", status: 200, answer: levels, asked: [] as string[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    said.asked.push(body);
    const isQuestion = said.method === "setLoggerLevel" && body.includes("admin.getLoggerLevel");
    response.writeHead(isQuestion ? 200 : said.status).end(isQuestion ? levels : said.answer);
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { said, url: origin };
}

describe.each(["custom-network", "local-network"])("the captures of %s", async (network) => {
  const { sessions } = await openRecording(network);
  const captures = (sessions.find(({ name }) => name === "admin")?.exchanges ?? []).flatMap(readCapture);
  const accepted = captures.filter(isAccepted);

  it("cover all ten methods, and the console can call each method", () => {
    expect(captures.length).toBeGreaterThan(50);
    expect(new Set(accepted.map(({ method }) => method)).size).toBe(10);
  });

  it("are shown word for word, with their meaning", async () => {
    const levels = captures.find(({ name }) => name === "getLoggerLevel all")?.answer ?? "";
    const node = await serveAnswers(levels);
    const { client, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    for (const { name, method, status, answer } of captures) {
      Object.assign(node.said, { method, status, answer });
      const askable =
        accepted.find((one) => one.name === name) ?? accepted.find((one) => one.method === method);
      const params = askable?.params ?? {};
      const outcome = await client.ask(ACTIONS[method], { session, sent: params as never });
      const said: { error?: { message: string } } = JSON.parse(answer);
      expect(outcome, name).toMatchObject({
        method: `admin.${method}`,
        outcome: said.error === undefined ? "done" : "refused",
        status,
        answer,
      });
      expect(JSON.parse(outcome.request), name).toMatchObject({ method: `admin.${method}` });
      expect(outcome.error?.message, name).toBe(said.error?.message);
      expect(outcome.error?.meaning ?? "", name).not.toMatch(/^The node did not do it/);
    }
  });

  it("are refused before the node is asked, where the console would not send the request", async () => {
    const node = await serveAnswers("");
    const { client, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    node.said.asked.length = 0;
    for (const { name, method, params } of captures.filter((capture) => !isAccepted(capture))) {
      const refused = client.ask(ACTIONS[method], { session, sent: params as never });
      await expect(refused, name).rejects.toMatchObject({ code: "BAD_PARAMETER" });
    }
    expect(node.said.asked.filter((body) => !body.includes("getLoggerLevel"))).toEqual([]);
  });
});
