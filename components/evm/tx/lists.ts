/** What `later.ts` loads in one file. */
export { Logs } from "./logs";
export { Transfers } from "./transfers";
