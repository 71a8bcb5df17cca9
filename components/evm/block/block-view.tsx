import Link from "next/link";
import { EvmBlockTxs } from "@/components/block/lists";
import { Neighbours } from "@/components/block/neighbours";
import { EVM_BLOCK_CHECKS, type EvmBlockClaims } from "@/components/provenance/check-evm";
import { Checker } from "@/components/provenance/checker";
import { copySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { AcceptedPill, CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { Amount, GasPrice } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { ChainTag } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { hrefTo } from "@/lib/contract/pages";
import { formatPercent, formatTime, groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, gasPriceUnit, WEI_DECIMALS } from "../chain";
import { SubnetCrumb } from "../subnet-crumb";
import { timeOf } from "../time";
import type { EvmBlockTxsProps } from "./block-txs";

export interface EvmBlockViewProps {
  chain: EvmChain;
  block: EvmBlock;
  txs: EvmBlockTxsProps;
  /** Height of the newest block Firn has. */
  head: number | undefined;
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
}

/** A block page of an EVM chain that has no index on the node: header facts and transactions. */
export function EvmBlockView(props: EvmBlockViewProps) {
  const { chain, block, txs, commands } = props;
  return (
    <Checker claims={claimsOf(chain, block)}>
      <BlockHead {...props} />
      <div className={COLUMNS}>
        <div className={STACK}>
          <EvmBlockFacts chain={chain} block={block} failed={txs.executed.failed} />
        </div>
        <div className={STACK}>
          <CheckedPanel titles={EVM_BLOCK_CHECKS} blockId={block.blockHash} />
        </div>
      </div>
      <div className={classes(STACK, "mt-6")}>
        {txs.count > 0 && <EvmBlockTxs {...txs} />}
        <Terminal commands={commands} />
      </div>
    </Checker>
  );
}

function BlockHead({ chain, block, head, commands, jsonPath }: EvmBlockViewProps) {
  const { blockNumber } = block;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={chain.tag} />
          <SubnetCrumb chain={chain} />
          <Link href={hrefTo("blocks", { chain: chain.segment })} prefetch={false}>
            {chain.name}
          </Link>
          <Slash />
          <span>Block</span>
        </>
      }
      title={`${chain.name} block ${groupDigits(block.blockNumber)}`}
      actions={
        <>
          <Neighbours chain={chain.segment} height={Number(blockNumber)} head={head} />
          <CopyAs
            {...copySource(jsonPath, commands)}
            path={hrefTo("block", { chain: chain.segment, id: blockNumber })}
          />
        </>
      }
      idline={
        <>
          <AcceptedPill />
          <span>
            <TimeAgo at={timeOf(block)} ago focusable />, {formatTime(timeOf(block))}
          </span>
          <CheckedLink />
          <HashLink value={block.blockHash} full label="block" />
        </>
      }
    />
  );
}

/** Coins at this address are out of reach. */
const BURN_ADDRESS = `0x01${"00".repeat(19)}`;

interface EvmBlockFactsProps {
  chain: EvmChain;
  block: EvmBlock;
  failed: number;
}

function EvmBlockFacts({ chain, block, failed }: EvmBlockFactsProps) {
  const used = Number(block.gasUsed);
  const limit = Number(block.gasLimit);
  return (
    <Panel id="overview" label="Overview">
      <KeyValue>
        <Fact label="Transactions" {...(failed > 0 && { aside: `${groupDigits(failed)} failed` })}>
          {groupDigits(block.txCount)}
        </Fact>
        <Fact label="Gas used" aside={formatPercent(block.gasUsed, block.gasLimit)}>
          {`${groupDigits(block.gasUsed)} of ${groupDigits(block.gasLimit)}`}
          <span className={classes(BAR, THIN_BAR, "w-30")}>
            <i
              className="bg-ice-fill"
              style={{ width: `${limit === 0 ? 0 : Math.min(100, (used / limit) * 100).toFixed(1)}%` }}
            />
          </span>
        </Fact>
        <Fact label="Base fee">
          <GasPrice wei={block.baseFee} gwei={gasPriceUnit(chain)} />
        </Fact>
        <Fact label="Fees paid">
          <Amount value={block.feesSpent} decimals={WEI_DECIMALS} unit={chain.symbol} />
        </Fact>
        <Fact label="Fees go to">
          {block.feeRecipient === BURN_ADDRESS ? (
            "nobody: they are burned"
          ) : (
            <AccountLink chain={chain} account={{ address: block.feeRecipient }} full />
          )}
        </Fact>
        <Fact label="Parent">
          <HashLink
            value={block.parentHash}
            full
            label="block"
            {...(block.blockNumber !== "0" && {
              href: hrefTo("block", { chain: chain.segment, id: Number(block.blockNumber) - 1 }),
            })}
          />
        </Fact>
        {block.cumulativeTransactions !== undefined && (
          <Fact label="Transactions so far">{groupDigits(block.cumulativeTransactions)}</Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

function claimsOf({ evmChainId }: EvmChain, block: EvmBlock): EvmBlockClaims {
  return {
    kind: "evmBlock",
    chainId: evmChainId,
    height: block.blockNumber,
    blockHash: block.blockHash,
    parentHash: block.parentHash,
  };
}
