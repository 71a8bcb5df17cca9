import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describeError, FirnError } from "../../errors";
import { type Finding, notChecked, Tally } from "../../indexer/audit/audit";
import { STORE_FILES } from "../../store/open-stores";
import type { Stores } from "../../store/stores";
import { auditOperator } from "./verify-operator";

/** Files of a data folder that have something in common; `path` is relative to it, with slashes. */
interface Kind {
  /** As a line of the result calls them. */
  name: string;
  path: RegExp;
  /** Why nobody looks at what is in them, or what looks. Absent for what has lines of its own. */
  how?:
    | string
    | ((files: readonly string[], from: { folder: string; stores: Stores }) => Finding | Promise<Finding>);
}

const ROSTER = "evm/chains.json";

/** The first that fits counts. */
const KINDS: readonly Kind[] = [
  { name: "stores", path: STORE_FILES.indexed },
  {
    name: "operator.db",
    path: STORE_FILES.operator,
    how: (_, { stores }) => checkOperator(stores),
  },
  { name: "operator.db", path: STORE_FILES.operatorCompanions },
  { name: "chains.json", path: /^evm\/chains\.json$/, how: (_, { stores }) => checkRoster(stores) },
  { name: "damage.json", path: /^damage\.json$/, how: (_, { folder }) => checkJson(folder, "damage.json") },
  { name: "set-aside", path: STORE_FILES.archived, how: checkSetAside },
  { name: "set-aside", path: STORE_FILES.archivedCompanions },
  {
    name: "operator.key",
    path: /^operator\.key(\.[0-9a-f]+)?$/,
    how: "drawn by lot whenever the console starts",
  },
  {
    name: "images",
    path: /^images\//,
    how: "copies of what tokens name, which is fetched again when one is missing",
  },
  {
    name: "requests",
    path: /^evm\/asked\//,
    how: "what somebody asked to be read again: the indexer takes them",
  },
  { name: "logs", path: /^logs\//, how: "what services said" },
  { name: "devnet", path: /^devnet\//, how: "of the recorded node, which reads them itself" },
  {
    name: "locks",
    path: STORE_FILES.locks,
    how: "nothing is in them: they keep two writers apart",
  },
  {
    name: "scratch",
    path: new RegExp(`${STORE_FILES.scratch.source}|\\.new$`),
    how: "in the making, or left by what was killed: nothing reads them",
  },
  { name: "other files", path: /^/, how: "nothing of Firn's" },
];

/** Files named of a kind that nobody looks at. */
const NAMED = 5;

/** Every file of a data folder: what has no line of its own elsewhere is checked here, or said not to be looked at. */
export async function auditFiles(folder: string, stores: Stores): Promise<Finding[]> {
  const files = new Map<Kind, string[]>();
  for (const path of filesOf(folder)) {
    const kind = KINDS.find((each) => each.path.test(path));
    if (kind) files.set(kind, [...(files.get(kind) ?? []), path]);
  }
  const findings: Finding[] = [];
  for (const kind of KINDS) {
    const paths = files.get(kind);
    if (paths === undefined || kind.how === undefined) continue;
    findings.push(
      typeof kind.how === "string"
        ? unseen(kind.name, paths, kind.how)
        : await kind.how(paths, { folder, stores }),
    );
  }
  return findings;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, "/"))
    .sort();
}

function unseen(check: string, paths: readonly string[], why: string): Finding {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return {
    ...{ check, compared: `${paths.slice(0, NAMED).join(", ")}${more}` },
    ...{ differing: 0, differences: [], leftOut: why, nothing: true },
  };
}

function checkOperator(stores: Stores): Promise<Finding> {
  return auditOperator(stores).catch((error: unknown) => {
    if (error instanceof FirnError) return notChecked(stores.nameOf("operator"), describeError(error));
    throw error;
  });
}

async function checkRoster(stores: Stores): Promise<Finding> {
  const tally = new Tally();
  const roster = await stores.readRoster();
  if (roster === undefined) tally.add(`${ROSTER}: stored what is no list of chains`);
  return tally.finding("chains.json", `${roster?.length ?? 0} chains`);
}

function checkJson(folder: string, file: string): Finding {
  const tally = new Tally();
  try {
    JSON.parse(readFileSync(join(folder, file), "utf8"));
  } catch {
    tally.add(`${file}: stored what is no JSON`);
  }
  return tally.finding(file, "1 file");
}

async function checkSetAside(
  paths: readonly string[],
  { folder, stores }: { folder: string; stores: Stores },
): Promise<Finding> {
  const tally = new Tally();
  for (const path of paths)
    for (const fault of await stores.findDamage({ id: "primary", name: join(folder, path) }))
      tally.add(`${path}: ${fault}`, path);
  const leftOut = "their rows, which nobody is answered with; the files are whole databases";
  return tally.finding("set-aside", paths.join(", "), tally.differing > 0 ? {} : { leftOut });
}
