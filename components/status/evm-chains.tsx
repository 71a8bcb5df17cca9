import Link from "next/link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";

/** What Firn does not have of indexed EVM chains, or their nodes lack, and what is therefore unknown. */
export function EvmChains({ streams }: { streams: readonly StreamStatus[] }) {
  const chains = streams.filter(({ evm, indexedHead }) => evm !== undefined && indexedHead !== undefined);
  if (chains.length === 0) return null;
  return (
    <Panel
      title="EVM chains"
      aside="what Firn or their nodes lack"
      actions={
        <Link href={hrefTo("helpOf", { page: "limits" })} prefetch={false}>
          What that means
        </Link>
      }
    >
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
