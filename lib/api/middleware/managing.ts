import type { MiddlewareHandler } from "hono";
import { InputError } from "../../errors";
import { type Manager, managerOf } from "../access/managing";
import type { ApiEnv } from "../env";

/** By which the thread that lets requests in tells another one who manages. What clients send of that name is dropped. */
export const MANAGER_HEADER = "x-firn-manager";

/**
 * On routes of what somebody owns, refuses who may not manage it.
 * @throws InputError UNAUTHORIZED without a key, FORBIDDEN with one that may not
 */
export const requireManager: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const manages = c.get("asked")?.manages;
  if (manages !== undefined) {
    const caller = c.get("caller");
    const manager = managerOf(caller, manages);
    if (manages === "all" && (manager === undefined || manager.owner !== undefined))
      throw new InputError(
        caller.kind === "key" ? "FORBIDDEN" : "UNAUTHORIZED",
        "only this Firn itself may ask this",
        {
          hint: "use the admin console",
        },
      );
    if (manager === undefined && manages === "usage")
      throw new InputError("UNAUTHORIZED", "usage is told to API keys, to each its own", {
        hint: "send yours as x-data-api-key or x-glacier-api-key; the operator makes one with firn keys add NAME",
      });
    if (manager === undefined && caller.kind !== "key")
      throw new InputError("UNAUTHORIZED", "webhooks are managed with an API key", {
        hint: "the operator makes one with firn keys add NAME --webhooks public; send it as x-data-api-key or x-glacier-api-key",
      });
    if (manager === undefined)
      throw new InputError("FORBIDDEN", "this API key may not manage this", {
        hint: "the operator makes one for webhooks with firn keys add NAME --webhooks public",
      });
    c.set("manager", manager);
  }
  await next();
};

/** Believes the thread that has let a request in. */
export const trustManager: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const text = c.req.header(MANAGER_HEADER);
  if (text !== undefined) c.set("manager", JSON.parse(decodeURIComponent(text)) as Manager);
  await next();
};

export function writeManager(manager: Manager | undefined): [name: string, value: string][] {
  return manager === undefined ? [] : [[MANAGER_HEADER, encodeURIComponent(JSON.stringify(manager))]];
}
