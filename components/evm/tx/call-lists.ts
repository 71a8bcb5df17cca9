/** What `later.ts` loads in one file: a transaction that calls nothing else has neither. */
export { CallTree } from "./call-tree";
export { Calls } from "./calls";
