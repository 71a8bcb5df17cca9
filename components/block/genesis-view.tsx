import Link from "next/link";
import { Avax } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { formatTime, groupDigits, plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";

/** Block 0 of a chain: what its genesis says, and no container does. */
export interface GenesisBlock {
  hash: string;
  parentHash: string;
  /** Unix seconds. */
  time: number;
  /** nAVAX. */
  supply?: string | undefined;
  gasLimit?: string | undefined;
  size?: number | undefined;
}

export function GenesisView({ chain, block }: { chain: Chain; block: GenesisBlock }) {
  const { name, letter } = CHAINS[chain];
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain={letter} />
            <span>Genesis</span>
          </>
        }
        title={`${name} block 0`}
        actions={
          <Link className="btn" href={`/${chain}/block/1`} rel="next" prefetch={false}>
            Block 1
          </Link>
        }
      />
      <Panel id="overview" label="Overview">
        <KeyValue>
          <Fact label="Block">
            <HashLink value={block.hash} full noun="block" />
          </Fact>
          <Fact label="Parent">
            <HashLink value={block.parentHash} full noun="parent" />
          </Fact>
          <Fact label="Time">{formatTime(block.time * 1000)}</Fact>
          <Fact label="Transactions">0</Fact>
          {block.supply !== undefined && (
            <Fact label="Supply after block">
              <Avax value={block.supply} />
            </Fact>
          )}
          {block.gasLimit !== undefined && (
            <Fact label="Gas limit">{groupDigits(Number(block.gasLimit))}</Fact>
          )}
          {block.size !== undefined && <Fact label="Size">{plural(block.size, "byte")}</Fact>}
        </KeyValue>
        <p className="small dim mt-3">
          The chain starts here. No node accepted this block and no index holds it: it follows from the
          network’s genesis.
        </p>
      </Panel>
    </>
  );
}
