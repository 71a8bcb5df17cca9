"use client";

import { infinite } from "@/components/list/infinite-list";
import { flowTable } from "./flow-table";
import { signatures } from "./signatures";

/** What `later.ts` loads in one file: most of it is what lists share. */
export const EndlessFlowTable = infinite(flowTable);
export const EndlessSignatures = infinite(signatures);
