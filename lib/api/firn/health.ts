import type * as contract from "../../contract/firn/health";
import type { Handler } from "../handler";
import { buildOpenApi } from "../openapi";
import { healthOf, readReadiness } from "../operations/ready";

export const getHealth: Handler<typeof contract.getHealth> = async ({ service }) => healthOf(service.version);

export const getReady: Handler<typeof contract.getReady> = (request) =>
  readReadiness(request, request.query.maxLagSeconds);

export const getOpenApi: Handler<typeof contract.getOpenApi> = async ({ service }) => {
  document ??= buildOpenApi(service.version);
  return document;
};

/** It is the same for the life of the process. */
let document: ReturnType<typeof buildOpenApi> | undefined;
