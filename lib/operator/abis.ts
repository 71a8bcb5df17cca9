import type { DataClient } from "../client/data";
import { addGivenAbi, listGivenAbis, removeGivenAbi } from "../contract/firn/contract-abis";
import type { addConsoleAbi, removeConsoleAbi } from "../contract/operator/abis";
import type { RouteSent } from "../contract/route";
import type { Audit } from "./audit/audit";
import { recorded } from "./audit/recorded";

/** The console's way to ABIs: it asks Firn's own API, which keeps them, and records what it was asked to change. */
export interface ConsoleAbis {
  /** @throws NodeError while the API does not answer */
  list(): ReturnType<typeof listAbis>;
  /** @throws InputError as the API says; NodeError */
  add(who: string, sent: RouteSent<typeof addConsoleAbi>): Promise<{ entries: number }>;
  remove(who: string, sent: RouteSent<typeof removeConsoleAbi>): Promise<Record<string, never>>;
}

export function openConsoleAbis(api: DataClient, audit: Audit): ConsoleAbis {
  return {
    list: () => listAbis(api),
    add: (who, { abi, ...params }) =>
      recorded(audit, { who, method: "firn.addAbi", parameters: params }, () =>
        api.send(addGivenAbi, { params }, { abi }),
      ),
    remove: (who, params) =>
      recorded(audit, { who, method: "firn.removeAbi", parameters: params }, async () => {
        await api.send(removeGivenAbi, { params }, undefined);
        return {};
      }),
  };
}

function listAbis(api: DataClient) {
  return api.get(listGivenAbis, { params: {} });
}
