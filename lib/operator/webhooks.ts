import type { DataClient } from "../client/data";
import { createWebhook, deactivateWebhook, updateWebhook } from "../contract/data/webhooks";
import { listWebhookStates, testWebhook } from "../contract/firn/webhooks";
import type { addConsoleWebhook, changeConsoleWebhook } from "../contract/operator/webhooks";
import type { RouteSent } from "../contract/route";
import type { Audit } from "./audit/audit";
import { recorded } from "./audit/recorded";

/** The console's way to webhooks: it asks Firn's own API, which keeps them, and records what it was asked to change. */
export interface ConsoleWebhooks {
  /** @throws NodeError while the API does not answer */
  list(): ReturnType<typeof listStates>;
  /** @throws InputError as the API says; NodeError */
  add(who: string, sent: RouteSent<typeof addConsoleWebhook>): Promise<{ id: string }>;
  change(who: string, sent: RouteSent<typeof changeConsoleWebhook>): Promise<Record<string, never>>;
}

export function openConsoleWebhooks(api: DataClient, audit: Audit): ConsoleWebhooks {
  return {
    list: () => listStates(api),
    add(who, { url, chainId, addresses, name }) {
      // A URL may hold what opens its receiver: the audit has its host alone.
      const parameters = { host: URL.canParse(url) ? new URL(url).host : "no URL", chainId };
      return recorded(audit, { who, method: "firn.addWebhook", parameters }, async () => {
        const metadata = { addresses: addresses.split(/[\s,]+/).filter((each) => each !== "") };
        const sent = {
          eventType: "address_activity",
          url,
          chainId,
          metadata,
          ...(name && { name }),
        } as const;
        const { id } = await api.send(createWebhook, { params: {} }, sent);
        return { id };
      });
    },
    change(who, { id, change }) {
      return recorded(audit, { who, method: "firn.changeWebhook", parameters: { id, change } }, async () => {
        const input = { params: { id } };
        if (change === "test") await api.send(testWebhook, input, undefined);
        else if (change === "activate") await api.send(updateWebhook, input, { status: "active" });
        else await api.send(deactivateWebhook, input, undefined);
        return {};
      });
    },
  };
}

function listStates(api: DataClient) {
  return api.get(listWebhookStates, { params: {} });
}
