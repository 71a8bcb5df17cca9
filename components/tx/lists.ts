import { listOf } from "@/components/list/whole-list";
import { flowTable } from "./flow-table";
import { EndlessFlowTable, EndlessSignatures } from "./later";
import { signatures } from "./signatures";

/** Lists of a transaction of P, X or C. */
export const FlowTable = listOf(flowTable, EndlessFlowTable);
export const Signatures = listOf(signatures, EndlessSignatures);
