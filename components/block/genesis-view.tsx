import type { HexField } from "@/components/hex/fields";
import { HexView } from "@/components/hex/hex-view";
import { copySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { Avax, GasPrice } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { hrefTo } from "@/lib/contract/pages";
import { formatBytes, formatTime, groupDigits, plural } from "@/lib/words/format";
import { Neighbours } from "./neighbours";

/** Block 0 of a chain, which follows from the genesis and is in no container. */
export interface GenesisBlock {
  hash: string;
  parentHash: string;
  /** Unix seconds. */
  time: number;
  /** nAVAX. */
  supply?: string | undefined;
  size?: number | undefined;
  /** Of the C-Chain. */
  gas?: Pick<EvmBlock, "gasLimit" | "baseFee"> | undefined;
  /** Same-origin path of its JSON, where it differs from that of other blocks. */
  jsonPath?: string | undefined;
}

/** Bytes in hex, with their fields. */
export interface RawBlock {
  hex: string;
  fields: HexField[];
}

interface GenesisViewProps {
  chain: Chain;
  block: GenesisBlock;
  /** Undefined where the bytes cannot be built. */
  raw: RawBlock | undefined;
  /** Height of the newest block Firn has. */
  head: number | undefined;
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
}

export function GenesisView({ chain, block, raw, head, commands, jsonPath }: GenesisViewProps) {
  const { name, letter } = CHAINS[chain];
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain={letter} />
            <span>{name}</span>
            <Slash />
            <span>Genesis</span>
          </>
        }
        title={`${name} block 0`}
        actions={
          <>
            <Neighbours chain={chain} height={0} head={head} />
            <CopyAs {...copySource(jsonPath, commands)} path={hrefTo("block", { chain, id: 0 })} />
          </>
        }
        idline={
          <>
            <span>
              <TimeAgo at={block.time * 1000} ago focusable />, {formatTime(block.time * 1000)}
            </span>
            <HashLink value={block.hash} full label="block" />
          </>
        }
      />
      <div className={COLUMNS}>
        <div className={STACK}>
          <GenesisFacts chain={chain} block={block} />
          {raw !== undefined && (
            <Panel id="raw" title="Raw bytes" aside={formatBytes((raw.hex.length - 2) / 2)}>
              <HexView {...raw} />
            </Panel>
          )}
        </div>
        <div className={STACK}>
          <Terminal commands={commands} />
        </div>
      </div>
    </>
  );
}

/** What the parent id of a first block is: there is no block before it. */
const PARENTS = {
  p: "the hash of the genesis",
  x: "the vertex that ended the graph before blocks",
  c: "none",
} as const satisfies Record<Chain, string>;

function GenesisFacts({ chain, block }: Pick<GenesisViewProps, "chain" | "block">) {
  const { supply, gas, size } = block;
  return (
    <Panel
      id="overview"
      label="Overview"
      note="The chain starts here. This block follows from the network’s genesis: no node accepted it, and no index holds it."
    >
      <KeyValue>
        <Fact label="Transactions">0</Fact>
        <Fact label="Parent" aside={PARENTS[chain]}>
          <HashLink value={block.parentHash} full label="parent" />
        </Fact>
        {supply !== undefined && (
          <Fact label="Supply after block">
            <Avax value={supply} />
          </Fact>
        )}
        {gas !== undefined && (
          <>
            <Fact label="Gas limit">{groupDigits(gas.gasLimit)}</Fact>
            {gas.baseFee !== "0" && (
              <Fact label="Base fee">
                <GasPrice wei={gas.baseFee} />
              </Fact>
            )}
          </>
        )}
        {size !== undefined && <Fact label="Size">{plural(size, "byte")}</Fact>}
      </KeyValue>
    </Panel>
  );
}
