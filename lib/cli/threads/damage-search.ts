import { setPriority } from "node:os";
import { parseArgs } from "node:util";
import { findDamage } from "../../store/sqlite/files";

/** A process that looks for damage in one database file, behind all others, and writes what it found: see damage-watch.ts. */
const LAST = 19;

setPriority(LAST);
process.stdout.write(JSON.stringify(findDamage(parseArgs({ allowPositionals: true }).positionals[0] ?? "")));
