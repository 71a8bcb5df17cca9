import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describeError, FirnError } from "../../errors";
import { type CheckResult, DifferenceCounter, notChecked } from "../../indexer/audit/check-result";
import { STORE_FILES } from "../../store/open-stores";
import type { Stores } from "../../store/stores";
import { auditOperator } from "./verify-operator";

/** Files of a data folder that are checked together; `path` is relative to the folder, with slashes. */
interface Kind {
  /** Their name in the result. */
  name: string;
  path: RegExp;
  /** The check, or the reason why their content is skipped. Absent where another check covers them, or this one writes them. */
  check?:
    | string
    | ((
        files: readonly string[],
        from: { folder: string; stores: Stores },
      ) => CheckResult | Promise<CheckResult>);
}

const REGISTRY = "evm/chains.json";

/** The first match counts. */
const KINDS: readonly Kind[] = [
  { name: "stores", path: STORE_FILES.indexed },
  {
    name: "operator.db",
    path: STORE_FILES.operator,
    check: (_, { stores }) => checkOperator(stores),
  },
  { name: "operator.db", path: STORE_FILES.operatorCompanions },
  {
    name: "webhooks.db",
    path: STORE_FILES.webhooks,
    check: "webhooks and messages that wait: what people made, which nothing can be compared with",
  },
  {
    name: "observed.db",
    path: STORE_FILES.observed,
    check: "what the node said at times that are over, which nothing can be compared with",
  },
  {
    name: "usage.db",
    path: STORE_FILES.usage,
    check: "requests that API keys made, which nothing can be compared with",
  },
  { name: "chains.json", path: /^evm\/chains\.json$/, check: (_, { stores }) => checkRegistry(stores) },
  { name: "damage.json", path: /^damage\.json$/, check: (_, { folder }) => checkJson(folder, "damage.json") },
  { name: "verified.json", path: /^verified\.json$/ },
  {
    name: "nodes.json",
    path: /^nodes\.json$/,
    check: "what the indexer last saw of the nodes, written anew every few seconds",
  },
  { name: "set-aside", path: STORE_FILES.archived, check: checkArchives },
  { name: "set-aside", path: STORE_FILES.archivedCompanions },
  {
    name: "operator.key",
    path: /^operator\.key(\.[0-9a-f]+)?$/,
    check: "random, replaced whenever the console starts",
  },
  {
    name: "images",
    path: /^images\//,
    check: "copies of token images, fetched again when missing",
  },
  {
    name: "requests",
    path: /^evm\/asked\//,
    check: "requests to read something again, for the indexer",
  },
  { name: "logs", path: /^logs\//, check: "output of the services" },
  { name: "devnet", path: /^devnet\//, check: "files of the recorded node, which checks them itself" },
  {
    name: "locks",
    path: STORE_FILES.locks,
    check: "empty; they keep two writers apart",
  },
  {
    name: "scratch",
    path: new RegExp(`${STORE_FILES.scratch.source}|\\.new$`),
    check: "unfinished, or left by a killed process; never read",
  },
  { name: "other files", path: /^/, check: "not Firn's" },
];

/** Most file names shown for a skipped kind. */
const MOST_NAMED = 5;

/** Checks every file of a data folder that no other check covers, or says why it is skipped. */
export async function auditFiles(folder: string, stores: Stores): Promise<CheckResult[]> {
  const files = new Map<Kind, string[]>();
  for (const path of filesOf(folder)) {
    const kind = KINDS.find((each) => each.path.test(path));
    if (kind) files.set(kind, [...(files.get(kind) ?? []), path]);
  }
  const results: CheckResult[] = [];
  for (const kind of KINDS) {
    const paths = files.get(kind);
    if (paths === undefined || kind.check === undefined) continue;
    results.push(
      typeof kind.check === "string"
        ? skipped(kind.name, paths, kind.check)
        : await kind.check(paths, { folder, stores }),
    );
  }
  return results;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, "/"))
    .sort();
}

function skipped(check: string, paths: readonly string[], why: string): CheckResult {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return {
    check,
    compared: `${paths.slice(0, MOST_NAMED).join(", ")}${more}`,
    differing: 0,
    differences: [],
    leftOut: why,
    nothing: true,
  };
}

function checkOperator(stores: Stores): Promise<CheckResult> {
  return auditOperator(stores).catch((error: unknown) => {
    if (error instanceof FirnError) return notChecked(stores.nameOf("operator"), describeError(error));
    throw error;
  });
}

async function checkRegistry(stores: Stores): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const registry = await stores.readRegistry();
  if (registry === undefined) counter.add(`${REGISTRY}: not a list of chains`);
  return counter.result("chains.json", `${registry?.length ?? 0} chains`);
}

function checkJson(folder: string, file: string): CheckResult {
  const counter = new DifferenceCounter();
  try {
    JSON.parse(readFileSync(join(folder, file), "utf8"));
  } catch {
    counter.add(`${file}: not JSON`);
  }
  return counter.result(file, "1 file");
}

async function checkArchives(
  paths: readonly string[],
  { folder, stores }: { folder: string; stores: Stores },
): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  for (const path of paths)
    for (const fault of await stores.findDamage({ id: "primary", name: join(folder, path) }))
      counter.add(`${path}: ${fault}`, path);
  const leftOut = "their rows, which no answer uses; the databases are intact";
  return counter.result("set-aside", paths.join(", "), counter.differing > 0 ? {} : { leftOut });
}
