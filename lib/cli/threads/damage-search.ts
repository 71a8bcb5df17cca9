import { setPriority } from "node:os";
import { parseArgs } from "node:util";
import { openStores } from "../../store/open-stores";
import type { StoreId } from "../../store/stores";

/** A process that looks for damage in one store, behind all others, and writes what it found: see damage-watch.ts. */
const LAST = 19;

setPriority(LAST);
const [place = "", id] = parseArgs({ allowPositionals: true }).positionals;
process.stdout.write(JSON.stringify(await openStores(place).findDamage(id as StoreId)));
