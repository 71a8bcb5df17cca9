import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { getChainAliases, getLoggerLevel, LOG_LEVELS, loadVMs } from "@/lib/contract/node/admin";
import type { CallOutcome } from "@/lib/contract/operator/actions";
import type { ConsoleFacts } from "@/lib/contract/operator/console";
import { openRecording } from "@/lib/devnet/recording";
import { ActingProvider } from "../acting";
import { CallOutcomeView } from "../action-outcome";
import type { L1Names } from "../l1-names";
import { Levels } from "../levels/levels";
import { Aliases } from "./aliases";
import { VMs } from "./vms";

/** What no page may say. */
const SLIPS = /undefined|NaN|\[object/;

function render(content: ReactNode): string {
  const router = { refresh() {} } as never;
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <ActingProvider at="/admin/x">{content}</ActingProvider>
    </AppRouterContext>,
  );
}

const escaped = (text: string) => renderToStaticMarkup(text);

/** The panel that shows a result of the node, with the texts that it must contain. */
function shownOf(result: unknown): { panel: ReactNode; texts: string[] } {
  const levels = getLoggerLevel.result.safeParse(result).data?.loggerLevels;
  if (levels !== undefined) {
    const loggers = Object.entries(levels).map(([name, { logLevel, displayLevel }]) => ({
      name,
      file: { level: logLevel },
      display: { level: displayLevel },
    }));
    const texts = loggers.flatMap(({ name, file, display }) => [
      `Level written by ${name}`,
      `aria-checked="true" name="logLevel">${file.level}`,
      `selected="">${display.level}`,
    ]);
    return { panel: <LevelsOf loggers={loggers} />, texts };
  }
  const aliases = getChainAliases.result.safeParse(result).data?.aliases;
  if (aliases != null) {
    const chain = { blockchainId: aliases.at(-1) ?? "", loggerName: "L1", aliases };
    return {
      panel: <Aliases chains={[chain]} l1s={new Map()} endpointAliases={[]} nodeUrl="" />,
      texts: aliases,
    };
  }
  const load = loadVMs.result.safeParse(result).data;
  if (load === undefined) return { panel: null, texts: [] };
  const newVMs = Object.entries(load.newVMs).map(([vmId, names]) => ({ vmId, names }));
  const failedVMs = Object.entries(load.failedVMs ?? {}).map(([vmId, reason]) => ({ vmId, reason }));
  const texts = [...newVMs, ...failedVMs].map(({ vmId }) => vmId);
  return {
    panel: <VMs vms={[]} lastLoad={{ atMs: 0, newVMs, failedVMs }} />,
    texts: [...texts, ...failedVMs.map(({ reason }) => escaped(reason))],
  };
}

interface LevelsOfProps {
  loggers: NonNullable<ConsoleFacts["loggers"]>;
  l1s?: L1Names;
}

function LevelsOf({ loggers, l1s = new Map() }: LevelsOfProps) {
  return (
    <Levels
      nodeUrl=""
      l1s={l1s}
      loggers={loggers}
      putBacks={[]}
      levels={LOG_LEVELS}
      after={20}
      choices={[20]}
      hrefOf={() => "/admin"}
    />
  );
}

describe.each(["custom-network", "local-network"])("the admin answers of %s", async (name) => {
  const { sessions } = await openRecording(name);
  const calls = sessions
    .filter((session) => session.name === "admin")
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ request }) => request.path === "/ext/admin" && request.method === "POST")
    .map(({ request, response }) => ({
      request: request.body ?? "",
      asked: JSON.parse(request.body ?? "{}"),
      status: response.status,
      answer: response.body,
      said: JSON.parse(response.body),
    }));

  it("are shown verbatim, with the call, the command and the outcome in words", () => {
    expect(calls.length).toBeGreaterThan(60);
    for (const { request, asked, status, answer, said } of calls) {
      const outcome: CallOutcome = {
        auditId: 1,
        method: asked.method,
        outcome: said.error ? "refused" : "done",
        askedAtMs: 0,
        tookMs: 1,
        request,
        curl: `curl -d '${request}' http://127.0.0.1:9650/ext/admin`,
        status,
        answer,
        ...(said.error && { error: { message: said.error.message, meaning: "What it means." } }),
      };
      const html = render(<CallOutcomeView outcome={outcome} />);
      expect(html).not.toMatch(SLIPS);
      for (const text of [request, answer.trimEnd(), outcome.curl]) expect(html).toContain(escaped(text));
      expect(html.includes('role="alert"')).toBe(said.error != null);
    }
  });

  it("make rows: every logger with its level, every name of a chain, every VM with its reason", () => {
    let found = 0;
    for (const { said } of calls) {
      const { panel, texts } = shownOf(said.result);
      const html = render(panel);
      expect(html).not.toMatch(SLIPS);
      for (const text of texts) expect(html).toContain(text);
      found += texts.length;
    }
    expect(found).toBeGreaterThan(50);
  });
});

it("an unknown outcome says so, with the node's state read afterwards", () => {
  const html = render(
    <CallOutcomeView
      outcome={{
        auditId: 7,
        method: "admin.startCPUProfiler",
        outcome: "unknown",
        askedAtMs: 0,
        tookMs: 5_000,
        request: "{}",
        curl: "curl",
        error: { message: "no whole answer", meaning: "The node may have done it or not." },
        readBack: "cpu profiler already running",
      }}
    />,
  );
  for (const text of ["Start a CPU profile: outcome unknown", "may have done it or not", "already running"])
    expect(html).toContain(text);
});

it("an L1 is called by its name where Firn knows it, beside the id that the node calls it by", () => {
  const id = "2adFSxC7T9NP9PRRBNQVyKQvp5NZjan1QYgZ3bZZgQj6NyabwQ";
  const l1s = new Map([[id, "Glacier"]]);
  const level = { level: "INFO" } as const;
  const levels = render(<LevelsOf loggers={[{ name: id, file: level, display: level }]} l1s={l1s} />);
  expect(levels).toMatch(/Glacier.*2adFSx…NyabwQ/);
  const chain = { blockchainId: id, loggerName: id, aliases: ["mine"] };
  const aliases = (names: L1Names) =>
    render(<Aliases chains={[chain]} l1s={names} endpointAliases={[]} nodeUrl="" />);
  expect(aliases(l1s)).toContain("Add an alias for Glacier");
  expect(aliases(new Map())).toContain("Add an alias for mine");
});
