import { z } from "zod";
import { method } from "../rpc";
import { encodingParam, textParam } from "./wire";

/** `issueTx` of an API: signed bytes as text. */
export function issueTxOf<const Service extends "platform" | "avm" | "avax">(service: Service) {
  return method(
    `${service}.issueTx`,
    z.object({ tx: textParam, encoding: encodingParam }),
    z.object({ txID: z.string() }),
  );
}
