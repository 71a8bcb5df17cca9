/** What `later.ts` loads in one file: most of it is what lists share. */
export { CallTree } from "./call-tree";
export { Calls } from "./calls";
export { Logs } from "./logs";
export { Transfers } from "./transfers";
