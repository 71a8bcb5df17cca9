import { setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { openStores } from "../../store/open-stores";
import type { StoreId, StoresPlace } from "../../store/stores";

/**
 * Lowest priority: this process searches one store for damage and prints what it found (see damage-watch.ts). It is told which
 * by its input, as the place of a database holds a password.
 */
const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
const [place, id]: [StoresPlace, StoreId] = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await openStores(place).findDamage(id)));
