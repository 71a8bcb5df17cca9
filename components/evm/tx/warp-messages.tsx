import { AccountEnd } from "@/components/message/account-end";
import { ChainEnd } from "@/components/message/chain-end";
import { chainAt, type MessageChain } from "@/components/message/chains";
import { Said } from "@/components/message/said";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { escapeShapeless } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { TimeAgo } from "@/components/ui/time-ago";
import type { BroughtWarpMessage, EvmWarpMessages } from "@/lib/contract/firn/evm-warp";
import type { MessageDetail, MessageStepFacts } from "@/lib/contract/firn/messages";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";

interface WarpMessagesProps {
  chain: EvmChain;
  messages: EvmWarpMessages;
  /** What is known of them elsewhere, by id. */
  elsewhere: ReadonlyMap<string, MessageDetail>;
  /** Those that have pages here. */
  chains: readonly MessageChain[];
}

/** Warp messages that a transaction sends to other chains, and those that it brings from them. */
export function WarpMessages({ chain, messages, elsewhere, chains }: WarpMessagesProps) {
  const { sent, brought } = messages;
  if (sent.length + brought.length === 0) return null;
  return (
    <Panel id="warp" title="Messages between chains" aside={groupDigits(sent.length + brought.length)}>
      {sent.map((message) => (
        <KeyValue key={message.messageId}>
          <Fact label="Sent" aside="signed by this chain’s validators on demand">
            <MessageLink id={message.messageId} />
          </Fact>
          <Content chain={chain} chains={chains} message={message} isOwn />
          <Carried chains={chains} found={elsewhere.get(message.messageId)} />
        </KeyValue>
      ))}
      {brought.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contracts read these messages by their number
        <KeyValue key={index}>
          <Fact label={`Received, index ${index}`} {...asideOf(message)}>
            {message.messageId === undefined ? (
              "no signed message"
            ) : message.isValid === true ? (
              <MessageLink id={message.messageId} />
            ) : (
              <span className="font-mono text-mono wrap-anywhere">{message.messageId}</span>
            )}
            {message.isValid !== undefined && (
              <StatusPill
                status={message.isValid ? "success" : "failed"}
                plain
                word={message.isValid ? "Valid signature" : "No valid signature for this block"}
              />
            )}
          </Fact>
          <Content chain={chain} chains={chains} message={message} />
          <Met chains={chains} label="Sent by" found={elsewhere.get(message.messageId ?? "")} kind="sent" />
        </KeyValue>
      ))}
    </Panel>
  );
}

/** To the message's page, which has its steps on all chains. */
function MessageLink({ id }: { id: string }) {
  return <HashLink value={id} href={hrefTo("message", { id })} full label="message" />;
}

/** What became of a message that was sent here: on the P-Chain, and on other chains. */
function Carried({ found, chains }: Pick<MetProps, "found" | "chains">) {
  const { carriedBy = [], sent, waitingSeconds } = found ?? {};
  if (waitingSeconds !== undefined && sent !== undefined)
    return (
      <Fact label="There">
        Waiting, no transaction there took it: sent <TimeAgo at={sent.blockTimestamp * 1_000} ago />
      </Fact>
    );
  return (
    <>
      {carriedBy.map(({ txHash, txType }) => (
        <Fact key={txHash} label="On the P-Chain" aside={txType}>
          <HashLink value={txHash} href={hrefTo("tx", { chain: "p", id: txHash })} label="transaction" />
        </Fact>
      ))}
      <Met chains={chains} label="Delivered by" found={found} kind="arrived" />
    </>
  );
}

interface MetProps {
  label: string;
  found: MessageDetail | undefined;
  kind: MessageStepFacts["kind"];
  chains: readonly MessageChain[];
}

/** Transactions of other chains that sent the message, or brought it; the first of them, if there are many. */
function Met({ label, found, kind, chains }: MetProps) {
  const steps = found?.steps.filter((step) => step.kind === kind) ?? [];
  return steps.slice(0, MOST_MET).map(({ chainId, txHash }) => (
    <Fact key={txHash} label={label} aside={<ChainEnd chainId={chainId} chains={chains} />}>
      <HashLink value={txHash} href={hrefTo("tx", { chain: chainId, id: txHash })} label="transaction" />
    </Fact>
  ));
}

const MOST_MET = 5;

function asideOf({ signers }: BroughtWarpMessage): { aside?: string } {
  if (signers === undefined) return {};
  return { aside: `signed by ${signers === 1 ? "1 validator" : `${groupDigits(signers)} validators`}` };
}

interface ContentProps {
  chain: EvmChain;
  chains: readonly MessageChain[];
  message: BroughtWarpMessage;
  /** Whether it is of this chain: its sender has a page here. */
  isOwn?: boolean;
}

function Content({ chain, chains, message, isOwn = false }: ContentProps) {
  const { sourceBlockchainId, sender, payload, text, l1Message } = message;
  const source = { blockchainId: sourceBlockchainId };
  return (
    <>
      {!isOwn && sourceBlockchainId !== undefined && (
        <Fact label="From chain">
          <ChainEnd {...source} chains={chains} />
        </Fact>
      )}
      {sender !== undefined && (
        <Fact label="Sender">
          {isOwn ? (
            <AccountLink chain={chain} account={{ address: sender }} />
          ) : (
            <AccountEnd address={sender} at={chainAt(source, chains)} />
          )}
        </Fact>
      )}
      <Said message={message} />
      {l1Message === undefined && payload !== undefined && (
        <Fact label="Payload">
          {text === undefined ? (
            <span className="font-mono text-mono wrap-anywhere">{payload}</span>
          ) : (
            <span className="wrap-anywhere">
              “<bdi>{escapeShapeless(text)}</bdi>”
            </span>
          )}
        </Fact>
      )}
    </>
  );
}
