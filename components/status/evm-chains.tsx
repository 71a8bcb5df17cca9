import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { StreamStatus } from "@/lib/contract/firn/status";

/** What the nodes of the EVM chains that are indexed do not have, and what is therefore not known. */
export function EvmChains({ streams }: { streams: readonly StreamStatus[] }) {
  const chains = streams.filter(({ evm, indexedHead }) => evm !== undefined && indexedHead !== undefined);
  if (chains.length === 0) return null;
  return (
    <Panel title="EVM chains" aside="what their nodes lack">
      <KeyValue>
        {chains.map(({ stream, evm, notice }) => (
          <Fact key={stream} label={evm?.name ?? stream} aside={evm?.chainId}>
            {notice ?? "nothing"}
          </Fact>
        ))}
      </KeyValue>
    </Panel>
  );
}
