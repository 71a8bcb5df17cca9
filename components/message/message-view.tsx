import Link from "next/link";
import type { ReactNode } from "react";
import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { STACK } from "@/components/ui/layout";
import { escapeShapeless, Name } from "@/components/ui/name";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import type { MessageDetail } from "@/lib/contract/firn/messages";
import { hrefTo } from "@/lib/contract/pages";
import { formatAmount, formatTime, groupDigits, headTail, plural } from "@/lib/words/format";
import { AccountEnd } from "./account-end";
import { ChainEnd } from "./chain-end";
import { chainAt, type MessageChain } from "./chains";
import { Said } from "./said";
import { STEP_WORDS, stateOf } from "./words";

interface MessageViewProps {
  message: MessageDetail;
  chains: readonly MessageChain[];
  source: CopySource;
  /** The panel of its signatures. */
  signatures: ReactNode;
}

/** One message between chains: what it says, and every step that the chains of this Firn know. */
export function MessageView(props: MessageViewProps) {
  return (
    <>
      <MessageHead {...props} />
      <div className={STACK}>
        <Steps {...props} />
        <Facts {...props} />
        {props.signatures}
        <Content {...props} />
      </div>
    </>
  );
}

function MessageHead({ message, source }: MessageViewProps) {
  const { messageId, form } = message;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="L1" />
          <Link href={hrefTo("messages")} prefetch={false}>
            Messages
          </Link>
          <Slash />
          <span>{form === "icm" ? "ICM, by the messenger" : "Warp"}</span>
        </>
      }
      title={`Message ${headTail(messageId)}`}
      actions={<CopyAs {...source} path={hrefTo("message", { id: messageId })} />}
      idline={
        <>
          <StatusPill {...stateOf(message)} />
          <HashLink value={messageId} full label="message" />
        </>
      }
    />
  );
}

const COLUMNS = [
  { label: "Step" },
  { label: "On" },
  { label: "Transaction" },
  { label: "Block", right: true },
  { label: "Time", right: true },
] as const;

function Steps({ message, chains }: MessageViewProps) {
  const steps = [
    ...message.steps.map((step) => ({
      ...step,
      words: STEP_WORDS[step.kind],
      chain: chainAt({ chainId: step.chainId }, chains)?.segment ?? step.chainId,
    })),
    ...message.carriedBy.map((carrier) => ({
      ...carrier,
      words: `Taken by a ${carrier.txType}`,
      chain: "p",
    })),
  ].sort((a, b) => a.blockTimestamp - b.blockTimestamp);
  return (
    <Panel title="Steps" aside={plural(steps.length, "step", "steps")}>
      <Table caption="Steps of the message, oldest first" columns={COLUMNS}>
        {steps.map(({ words, chain, txHash, blockNumber, blockTimestamp }) => (
          <Row key={`${words}/${chain}/${txHash}`}>
            <Cell at="a">{words}</Cell>
            <Cell at="d">
              <ChainEnd
                {...(chain === "p" ? { blockchainId: idOfP(chains) } : { chainId: evmIdOf(chain, chains) })}
                chains={chains}
              />
            </Cell>
            <Cell at="c">
              <HashLink value={txHash} href={hrefTo("tx", { chain, id: txHash })} label="transaction" />
            </Cell>
            <Cell right>
              <Link href={hrefTo("block", { chain, id: blockNumber })} prefetch={false}>
                {groupDigits(blockNumber)}
              </Link>
            </Cell>
            <Cell right at="b">
              <time dateTime={new Date(blockTimestamp * 1000).toISOString()}>
                {formatTime(blockTimestamp * 1000)}
              </time>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function idOfP(chains: readonly MessageChain[]): string | undefined {
  return chains.find(({ tag }) => tag === "P")?.id;
}

function evmIdOf(segment: string, chains: readonly MessageChain[]): string | undefined {
  return chains.find((chain) => chain.segment === segment)?.evmChainId ?? segment;
}

function Facts({ message, chains }: MessageViewProps) {
  const { from, to, fee, signers, warpMessageId, deliverer, rewardRedeemer, nonce, requiredGasLimit } =
    message;
  const source = { blockchainId: message.sourceBlockchainId, chainId: message.sourceChainId };
  const destination = { blockchainId: message.destinationBlockchainId, chainId: message.destinationChainId };
  return (
    <Panel title="Ends">
      <KeyValue>
        <Fact label="From chain">
          <ChainEnd {...source} chains={chains} />
        </Fact>
        {from !== undefined && (
          <Fact label="Sender">
            <AccountEnd address={from} at={chainAt(source, chains)} />
          </Fact>
        )}
        {destination.blockchainId !== undefined && (
          <Fact label="To chain">
            <ChainEnd {...destination} chains={chains} />
          </Fact>
        )}
        {to !== undefined && (
          <Fact label="For">
            <AccountEnd address={to} at={chainAt(destination, chains)} />
          </Fact>
        )}
        {signers !== undefined && <Fact label="Signed by">{plural(signers, "validator")}</Fact>}
        {deliverer !== undefined && (
          <Fact label="Delivered by">
            <AccountEnd address={deliverer} at={chainAt(destination, chains)} />
          </Fact>
        )}
        {rewardRedeemer !== undefined && (
          <Fact label="Reward goes to">
            <AccountEnd address={rewardRedeemer} at={chainAt(source, chains)} />
          </Fact>
        )}
        {fee !== undefined && (
          <Fact label="Fee" aside="for whoever delivers it">
            {formatAmount(BigInt(fee.amount), fee.decimals)}
            <AccountEnd address={fee.token} at={chainAt(source, chains)} name={fee.symbol} />
          </Fact>
        )}
        {nonce !== undefined && <Fact label="Nonce">{groupDigits(nonce)}</Fact>}
        {requiredGasLimit !== undefined && (
          <Fact label="Gas for its call">{groupDigits(requiredGasLimit)}</Fact>
        )}
        {message.allowedRelayers?.map((relayer) => (
          <Fact key={relayer} label="May be delivered by">
            <AccountEnd address={relayer} at={chainAt(destination, chains)} />
          </Fact>
        ))}
        {warpMessageId !== undefined && (
          <Fact label="Carried by" aside="Warp message">
            <HashLink value={warpMessageId} full label="Warp message" />
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

function Content({ message }: MessageViewProps) {
  const { text, payload, receipts = [] } = message;
  return (
    <Panel title="What it says">
      <KeyValue>
        <Said message={message} />
        {text !== undefined && (
          <Fact label="Text">
            <span className="wrap-anywhere">
              “<bdi>{escapeShapeless(text)}</bdi>”
            </span>
          </Fact>
        )}
        {payload !== undefined && (
          <Fact label="Payload">
            {payload === "0x" ? (
              "nothing"
            ) : (
              <span className="font-mono text-mono wrap-anywhere">{payload}</span>
            )}
          </Fact>
        )}
        {receipts.length > 0 && (
          <Fact label="Receipts" aside="of messages of the other direction">
            <Name>{receipts.map(({ nonce }) => `nonce ${nonce}`).join(", ")}</Name>
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}
