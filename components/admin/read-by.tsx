import { nodeCommand } from "@/components/provenance/commands";
import { CALL_DETAILS, CallText } from "./audit/calls";

interface ReadByProps {
  method: "admin.getLoggerLevel" | "admin.getChainAliases";
  /** Parameters of each call. */
  calls: readonly Record<string, string>[];
  /** URL of the node, for the commands. */
  nodeUrl: string;
}

/** The calls that a table was read with. */
export function ReadBy({ method, calls, nodeUrl }: ReadByProps) {
  return (
    <details className={CALL_DETAILS}>
      <summary>{`Read by ${method}`}</summary>
      {calls.map((params) => (
        <CallText
          key={JSON.stringify(params)}
          request={JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}
          curl={nodeCommand(nodeUrl, { api: "admin", method, params }).text}
        />
      ))}
    </details>
  );
}
