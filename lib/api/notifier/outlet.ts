import type { Outlet } from "../../delivery/deliver";
import type { DeliveryDb, WebhookDb } from "../../store/db";
import type { Channel } from "./settings";

/** Before a channel's name: its target. */
export const PREFIX = "alerts ";
export const targetOf = (channel: string): string => PREFIX + channel;

export const outboxOf = (db: WebhookDb): DeliveryDb => db as unknown as DeliveryDb;

/** Where a channel's messages go. Only a webhook's are signed. */
export function outletOf(channel: Channel): Outlet {
  const url = channel.url.replace(/\/+$/, "");
  switch (channel.type) {
    case "webhook":
      return { url: channel.url, headers: {}, secret: Buffer.from(channel.secret).toString("hex") };
    case "ntfy": {
      const { token } = channel;
      return { url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } };
    }
    case "slack":
    case "email":
      return { url: channel.url, headers: {} };
    case "telegram":
      return { url: `${url}/bot${channel.token}/sendMessage`, headers: {} };
  }
}
