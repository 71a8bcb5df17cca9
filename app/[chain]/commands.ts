import { config } from "@/app/server";
import { firnCommand, nodeCommand } from "@/components/provenance/commands";
import type { Command } from "@/components/provenance/terminal";
import type { FirnStatus } from "@/lib/contract/firn/status";

interface Question {
  /** Method of the node's P-Chain API. */
  method: string;
  params: Record<string, string | number>;
  /** Path of Firn's REST interface below the P-Chain's. */
  path: string;
}

/** Address of the same question in Firn's REST interface, also on this web's own origin. */
export function restPath(status: FirnStatus, path: string): string {
  return `/v1/networks/${status.network.servedAs}/blockchains/p-chain/${path}`;
}

/** The same question to the node and to Firn's API, for a terminal on this machine. */
export function commandsOf(status: FirnStatus, { method, params, path }: Question): Command[] {
  const recordedNode = `http://127.0.0.1:${config().devnetPort}`;
  return [
    nodeCommand(status.node.url ?? recordedNode, method, params),
    firnCommand(`http://127.0.0.1:${config().apiPort}`, restPath(status, path)),
  ];
}
