import { randomInt } from "node:crypto";
import { parseOptions } from "../lib/cli/args";
import { InputError } from "../lib/errors";
import { KINDS, type KindName } from "./faults/kinds";
import { LieCoverage, parseLie } from "./faults/lies";
import { openRandom } from "./faults/random";
import { openSeason, type Season, Violation } from "./faults/season";

/**
 * `npm run faults -- [--minutes N] [--seed N] [--only KIND,KIND] [--lie 'METHOD PATH MUTATION'] [--web]`: disturbs a
 * Firn in every known way while blocks arrive. After each fault it checks that Firn recovers on its own and stores
 * nothing false. Ends with code 1 at the first violation. A seed repeats histories and faults; how many blocks have
 * arrived when a fault begins depends on the machine.
 */
const NAMES = Object.keys(KINDS) as KindName[];
const options = parseOptions(process.argv.slice(2), {
  minutes: "value",
  seed: "value",
  only: "value",
  lie: "value",
  web: "flag",
});
const minutes = Number(options.minutes ?? "10");
const seed = Number(options.seed ?? randomInt(2 ** 31));
const kinds =
  options.lie !== undefined
    ? (["lying node"] as const)
    : options.only === undefined
      ? NAMES
      : options.only.split(",").map(kindOf);
const order = openRandom(seed);
const faults = order.fork();
const seasons = order.fork();
const lie = options.lie === undefined ? undefined : parseLie(options.lie);
const counts = { kills: 0, lies: 0 };
const coverage = new LieCoverage();
const outcomes = new Map<string, number>();
const startedAt = performance.now();
const isOver = () => performance.now() - startedAt > minutes * 60_000;
process.stdout.write(`faults for ${minutes} min, --seed ${seed}\n`);

const SHARES: Partial<Record<KindName, number>> = {
  "kill a service": 4,
  "kill the group": 3,
  "lying node": 8,
};
const bag: KindName[] = [];
let season: Season | undefined;
let round = 0;
let skipped = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await season?.close();
    process.exit(1);
  });
try {
  while (!isOver()) {
    season ??= await openSeason({
      random: seasons.fork(),
      counts,
      lie,
      coverage,
      web: options.web !== undefined,
    });
    const kind = nextKind();
    const drawn = season.draw(kind, faults.fork());
    if (typeof drawn === "string") {
      outcomes.set(`skipped: ${kind} (${drawn})`, 1);
      if (++skipped > 2 * kinds.length) break;
      continue;
    }
    skipped = 0;
    round++;
    process.stdout.write(`${String(round).padStart(4)}  ${drawn.says}\n`);
    const said = await season.play(drawn);
    process.stdout.write(`      ${said}\n`);
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    if (season.isOver()) {
      await season.close();
      season = undefined;
    }
  }
  await season?.close();
} catch (error) {
  const said = error instanceof Violation ? error.message : (error as Error).stack;
  process.stdout.write(`\nVIOLATION in round ${round}, --seed ${seed}: ${said}\n`);
  process.exitCode = 1;
  await season?.abandon();
}
for (const [name, times] of [...outcomes].sort())
  process.stdout.write(name.startsWith("skipped") ? `${name}\n` : `${String(times).padStart(4)} x ${name}\n`);
const done = NAMES.filter((name) => outcomes.has(name)).length;
process.stdout.write(`places lied about, of those seen: ${coverage.summary().join(", ")}\n`);
const took = ((performance.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(
  `${round} faults of ${done} kinds (of ${NAMES.length}), ${counts.kills} processes killed, ${counts.lies} untrue answers in ${took} min, --seed ${seed}: ${process.exitCode === 1 ? "VIOLATION" : "all equal after each"}\n`,
);

/**
 * Every kind is drawn once before one repeats. Kinds with many forms, and the most harmful ones, are drawn more often.
 */
function nextKind(): KindName {
  if (bag.length === 0) bag.push(...kinds.flatMap((kind) => Array<KindName>(SHARES[kind] ?? 1).fill(kind)));
  const [kind] = bag.splice(order.below(bag.length), 1);
  return kind as KindName;
}

function kindOf(name: string): KindName {
  const found = NAMES.find((each) => each === name.trim());
  if (found !== undefined) return found;
  throw new InputError("BAD_PARAMETER", `unknown fault "${name}"`, {
    hint: `the faults are ${NAMES.join(", ")}`,
  });
}
