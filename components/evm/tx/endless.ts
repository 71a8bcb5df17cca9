"use client";

import { infinite } from "@/components/list/infinite-list";
import { callTree } from "./call-tree";
import { calls } from "./calls";
import { logs } from "./logs";
import { transfers } from "./transfers";

/** What `later.ts` loads in one file: most of it is what lists share. */
export const EndlessCallTree = infinite(callTree);
export const EndlessCalls = infinite(calls);
export const EndlessLogs = infinite(logs);
export const EndlessTransfers = infinite(transfers);
