/**
 * Whether this browser was signed in to the console lately: the session's own cookie is sent to /admin alone and read by
 * no script. It opens nothing; it says in which browsers it is worth asking whether the console's entry is to be shown.
 */
const KEY = "firn-operator";

/** Remembers or forgets; where the browser keeps nothing, the entry is shown on the console's own pages only. */
export function markOperator(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // storage is switched off
  }
}

export function isMarkedOperator(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
