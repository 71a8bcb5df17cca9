/** What `later.ts` loads in one file. */
export { FlowTable } from "./flow-table";
export { Signatures } from "./signatures";
