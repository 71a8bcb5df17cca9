import { flowPage } from "@/components/tx/flow-page";
import { answerTxList, type TxRouteProps } from "../list-route";

/** Inputs and outputs of one asset of a transaction. */
export function GET(request: Request, props: TxRouteProps): Promise<Response> {
  const list = new URL(request.url).searchParams.get("list") ?? "";
  return answerTxList(request, props, ({ details }, from) => flowPage(details, { list, from }));
}
