import { signaturePage } from "@/components/tx/signers";
import { answerTxList, type TxRouteProps } from "../list-route";

/** Signatures of a transaction. */
export function GET(request: Request, props: TxRouteProps): Promise<Response> {
  return answerTxList(request, props, ({ tx, details }, from) =>
    signaturePage(tx, details, { list: "sigs", from }),
  );
}
