import type * as contract from "../../contract/firn/health";
import type { Handler } from "../handler";
import { buildOpenApi } from "../openapi";

export const getHealth: Handler<typeof contract.getHealth> = async ({ service }) => ({
  status: "ok",
  version: service.version,
});

export const getOpenApi: Handler<typeof contract.getOpenApi> = async ({ service }) => {
  document ??= buildOpenApi(service.version);
  return document;
};

/** It is the same for the life of the process. */
let document: ReturnType<typeof buildOpenApi> | undefined;
