import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openReaders } from "../../api/readers/readers";
import { buildServer } from "../../cli/supervisor/build.mjs";
import { SILENT } from "../../log";
import { rootFolder } from "../../root-folder";
import { startApi } from "../api";
import { followL1Network, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

interface Target {
  expr: string;
  legendFormat: string;
  datasource: { uid: string };
}
interface Panel {
  type: string;
  title: string;
  fieldConfig?: { defaults: { unit?: string } };
  targets?: Target[];
}

const dashboard = JSON.parse(readFileSync(join(rootFolder(), "docs/grafana.json"), "utf8")) as {
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== "row");
const targets = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

/** Labels that Prometheus itself adds to whatever it scrapes. */
const ADDED = { job: "firn", instance: "127.0.0.1:8080" };

interface Sample {
  name: string;
  labels: Record<string, string>;
}

let network: L1Network;
let api: { url: string; close(): Promise<void> };
let samples: Sample[];

beforeAll(async () => {
  await buildServer();
  network = await followL1Network();
  const { stores, nodeUrl } = network.firn;
  const env = { ...process.env, FIRN_DATA_DIR: stores.place.folder, FIRN_NODE_URL: nodeUrl };
  const database = stores.place.database;
  const script = pathToFileURL(join(rootFolder(), "dist/api-reader.mjs"));
  api = await startApi({
    stores,
    open: (registry) =>
      openReaders({
        script,
        count: 2,
        version: "0.0.0",
        log: SILENT,
        registry,
        env: { ...env, ...(database && { FIRN_DATABASE_URL: database.url }) },
      }),
  });
  await vi.waitFor(
    async () => {
      await fetch(`${api.url}/v1/networks/fuji`);
      samples = samplesIn(await (await fetch(`${api.url}/firn/v1/metrics`)).text());
      // The node is asked in the background, and garbage is collected when there is enough of it.
      for (const name of ["firn_node_disk_available_bytes", "nodejs_gc_duration_seconds_sum"])
        expect(samples.map((sample) => sample.name)).toContain(name);
    },
    { timeout: 120_000, interval: 200 },
  );
}, L1_NETWORK_TIMEOUT_MS + 60_000);
afterAll(async () => {
  await api?.close();
  await network?.close();
});

it("has panels, each with a unit, a query and the datasource of the variable", () => {
  expect(targets.length).toBeGreaterThan(40);
  for (const { title, fieldConfig, targets = [] } of panels) {
    expect(fieldConfig?.defaults.unit, title).toBeTruthy();
    expect(targets.length, title).toBeGreaterThan(0);
  }
  expect(new Set(targets.map(({ datasource }) => datasource.uid))).toEqual(new Set([`\${datasource}`]));
  expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toContainEqual([
    "datasource",
    "datasource",
  ]);
});

it.each(targets)("$title: every selector of $expr has samples", ({ expr, legendFormat }) => {
  const query = readQuery(expr);
  expect(query.selectors.length).toBeGreaterThan(0);
  for (const selector of query.selectors) {
    const found = samples.filter((sample) => selector.takes(sample));
    expect(found, selector.text).not.toEqual([]);
    const labels = new Set(found.flatMap((sample) => [...Object.keys(sample.labels), ...Object.keys(ADDED)]));
    for (const name of query.groupedBy) expect(labels, `${selector.text} by ${name}`).toContain(name);
  }
  // What is named in a legend is left after grouping.
  const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  const left =
    query.groupedBy.length > 0
      ? query.groupedBy
      : samples
          .filter(query.selectors[0]?.takes ?? (() => false))
          .flatMap((sample) => [...Object.keys(sample.labels), ...Object.keys(ADDED)]);
  for (const name of shown) expect(left, legendFormat).toContain(name);
});

it("has variables whose metric is there", () => {
  const definitions = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
  expect(definitions.length).toBe(2);
  for (const definition of definitions) {
    const name = /^label_values\((\w+)/.exec(definition)?.[1];
    expect(samples.map((sample) => sample.name)).toContain(name);
  }
});

it("finds what is wrong in a query", () => {
  expect(() => readQuery("sum(rate(firn_ready[5m])")).toThrow("no PromQL");
  const [selector] = readQuery('firn_not_ready{reason="nothing-of-this"}').selectors;
  expect(samples.some((sample) => selector?.takes(sample))).toBe(false);
});

/** Each line of an answer in Prometheus' text form, with what Prometheus adds. */
function samplesIn(text: string): Sample[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", inner = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      const labels = [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]);
      return { name, labels: Object.fromEntries(labels) as Record<string, string> };
    });
}

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

interface Selector {
  text: string;
  takes(sample: Sample): boolean;
}

/** The selectors of a query, and the labels that it groups by. @throws Error for what is no PromQL */
function readQuery(expr: string): { selectors: Selector[]; groupedBy: string[] } {
  // Grafana fills these in before it asks.
  const text = expr.replaceAll(/\$(job|instance)/g, ".*");
  const selectors: Selector[] = [];
  const groupedBy = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ node, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${text}`);
      if (type.name === "VectorSelector") selectors.push(readSelector(node, text));
      if (type.name === "GroupingLabels")
        for (const label of node.getChildren("LabelName")) {
          const name = text.slice(label.from, label.to);
          // Made of buckets on the way.
          if (name !== "le") groupedBy.add(name);
        }
    },
  });
  return { selectors, groupedBy: [...groupedBy] };
}

function readSelector(node: SyntaxNode, text: string): Selector {
  const identifier = node.getChild("Identifier");
  if (identifier === null) throw new Error(`a selector without a name: ${text}`);
  const name = text.slice(identifier.from, identifier.to);
  const matchers = (node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []).map(
    (matcher) => {
      const [label = "", operator = "", value = ""] = ["LabelName", "MatchOp", "StringLiteral"].map(
        (kind) => {
          const child = matcher.getChild(kind);
          return child === null ? "" : text.slice(child.from, child.to);
        },
      );
      const wanted = JSON.parse(value) as string;
      const isLike = (given: string) => new RegExp(`^(?:${wanted})$`).test(given);
      const tests: Record<string, (given: string) => boolean> = {
        "=": (given) => given === wanted,
        "!=": (given) => given !== wanted,
        "=~": isLike,
        "!~": (given) => !isLike(given),
      };
      const test = tests[operator];
      if (test === undefined) throw new Error(`no operator ${operator}`);
      return { label, test };
    },
  );
  return {
    text: text.slice(node.from, node.to),
    takes: (sample) =>
      sample.name === name &&
      matchers.every(({ label, test }) => test({ ...ADDED, ...sample.labels }[label] ?? "")),
  };
}
