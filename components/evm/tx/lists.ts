import { listOf } from "@/components/list/whole-list";
import { callTree } from "./call-tree";
import { calls } from "./calls";
import { EndlessCalls, EndlessCallTree, EndlessLogs, EndlessTransfers } from "./later";
import { logs } from "./logs";
import { transfers } from "./transfers";

/** Lists of an EVM transaction. */
export const CallTree = listOf(callTree, EndlessCallTree);
export const Calls = listOf(calls, EndlessCalls);
export const Logs = listOf(logs, EndlessLogs);
export const Transfers = listOf(transfers, EndlessTransfers);
