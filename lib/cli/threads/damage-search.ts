import { setPriority } from "node:os";
import { parseArgs } from "node:util";
import { openStores } from "../../store/open-stores";
import type { StoreId } from "../../store/stores";

/** Lowest priority: this process searches one store for damage and prints what it found (see damage-watch.ts). */
const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
const [place = "", id] = parseArgs({ allowPositionals: true }).positionals;
process.stdout.write(JSON.stringify(await openStores(place).findDamage(id as StoreId)));
