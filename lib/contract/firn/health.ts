import { z } from "zod";
import { route } from "../route";

/** 200 while the process answers. `/firn/v1/status` says what it can answer with. */
export const getHealth = route({
  method: "get",
  path: "/health",
  operationId: "health",
  tag: "Firn",
  summary: "Whether this process serves",
  params: z.object({}),
  query: z.object({}),
  response: z.object({ status: z.literal("ok"), version: z.string() }).meta({ id: "FirnHealth" }),
});

export const getOpenApi = route({
  method: "get",
  path: "/openapi.json",
  operationId: "openapi",
  tag: "Firn",
  summary: "This interface as an OpenAPI 3.1 document",
  params: z.object({}),
  query: z.object({}),
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
});
