import { readInside } from "@/components/block/inside";
import { blockToJson, containerFields, txFields, txToJson } from "@/components/block/shown";
import { decodeTx } from "@/components/block/tx-codec";
import type { NetworkFacts } from "@/components/effects/tx-context";
import type { HexField } from "@/components/hex/fields";
import { formatJson } from "@/components/hex/format-json";
import { RawBytes } from "@/components/hex/raw-bytes";
import type { RawView } from "@/components/hex/raw-view";
import { type Command, Terminal } from "@/components/provenance/terminal";
import type { Chain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Aside, Fact, KeyValue } from "@/components/ui/key-value";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { TimeAgo } from "@/components/ui/time-ago";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import type { IndexedContainer } from "@/lib/contract/firn/indexes";
import { DataError } from "@/lib/errors";
import { formatBytes, formatTime, groupDigits } from "@/lib/words/format";
import { Held } from "./found-list";
import { lookPath } from "./found-path";

interface FoundContainerProps {
  /** With its bytes. */
  found: IndexedContainer;
  /** Absent while Firn does not know its network. The bytes are then shown undecoded. */
  network: NetworkFacts | undefined;
  commands: Command[];
  raw: RawView;
}

/** One container from the node's index: what it is, and its decoded bytes. */
export function FoundContainer({ found, network, commands, raw }: FoundContainerProps) {
  const { index, number, containerId, acceptedAtNs, sizeBytes, isIdRight, isStored, bytes = "0x" } = found;
  const acceptedAt = Number(BigInt(acceptedAtNs) / 1_000_000n);
  const inside = network && readMeaning(found, fromHex(bytes), network);
  return (
    <div className={STACK} id="container">
      <div className={COLUMNS}>
        <Panel title={`Container ${groupDigits(number)} of ${index}`} aside={formatBytes(sizeBytes)}>
          <KeyValue>
            <Fact label="Id">
              <HashLink value={containerId} full label="container" />
            </Fact>
            <Fact label="Index">
              {groupDigits(number)} <Aside>of {index}, counted from 0</Aside>
            </Fact>
            <Fact label="Accepted">
              {formatTime(acceptedAt, true)}
              <Aside>
                by this node, <TimeAgo at={acceptedAt} ago />
              </Aside>
            </Fact>
            <Fact label="Holds" aside={isStored ? undefined : "not indexed by Firn yet, so it has no page"}>
              <Held one={found} />
            </Fact>
            <Fact label="Bytes hash to id">
              <StatusPill plain status={isIdRight ? "checked" : "failed"} word={isIdRight ? "Yes" : "No"} />
            </Fact>
          </KeyValue>
        </Panel>
        <Terminal commands={commands} />
      </div>
      <RawBytes
        hex={bytes}
        fields={inside?.fields ?? []}
        json={() => inside?.json() ?? "Not a kind of container that Firn can read."}
        view={raw}
        hrefOf={(view) => lookPath(number, index, view === "annotated" ? undefined : view)}
      />
    </div>
  );
}

/** Undefined for an unknown kind of bytes, which are shown as they are. */
function readMeaning(
  { index }: IndexedContainer,
  bytes: Uint8Array,
  network: NetworkFacts,
): { fields: HexField[]; json: () => string } | undefined {
  const chain = index.charAt(0).toLowerCase() as Chain;
  try {
    if (index === "X/tx")
      return {
        fields: txFields(chain, bytes, network),
        json: () => formatJson(txToJson(chain, decodeTx(chain, bytes), network)),
      };
    const inside = readInside(chain, index, bytes);
    const fields = containerFields({ chain, stream: index }, bytes, network);
    return { fields, json: () => formatJson(blockToJson(inside, network)) };
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
