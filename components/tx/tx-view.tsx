import Link from "next/link";
import type { Story } from "@/components/effects/scene";
import { sentenceOf } from "@/components/effects/sentence";
import { type Subject, subjectsOf } from "@/components/effects/subjects";
import { fieldsOf } from "@/components/hex/fields";
import { formatJson } from "@/components/hex/format-json";
import { RawBytes, type RawView } from "@/components/hex/raw-bytes";
import type { TxClaims } from "@/components/provenance/check-tx";
import { Checker } from "@/components/provenance/checker";
import { CopyAs } from "@/components/provenance/copy-as";
import { type Arrival, ArrivalBar } from "@/components/provenance/on-this-node";
import { AcceptedPill, CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { ChainTag } from "@/components/ui/chain-tag";
import { formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import { toHex } from "@/lib/avalanche/bytes";
import { annotatePTx } from "@/lib/avalanche/p/annotate";
import { txToJson } from "@/lib/avalanche/p/json";
import type { PTx } from "@/lib/avalanche/p/txs";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import { balancesOf } from "./amounts";
import { Memo } from "./memo";
import { type Section, SectionNav } from "./section-nav";
import { Signatures } from "./signatures";
import { ownersByCredential, signatureRows } from "./signers";
import { type FlowView, UtxoFlow } from "./utxo-flow";

export interface TxViewProps {
  tx: PTx;
  /** Where it stands in its block. */
  txIndex: number;
  story: Story;
  arrival: Arrival;
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
  raw: RawView;
  flow: FlowView;
}

/** A P-Chain transaction: what happened, where the money went, what it changed, who signed, and its bytes. */
export function TxView(props: TxViewProps) {
  const { tx, story } = props;
  const id = story.answer.txHash;
  const subjects = subjectsOf(story);
  const moves = balancesOf(story.effects).length > 0;
  const hrefOf = ({ raw = props.raw, flow = props.flow }: { raw?: RawView; flow?: FlowView }) => {
    const query = new URLSearchParams();
    if (flow === "table") query.set("flow", flow);
    if (raw !== "annotated") query.set("raw", raw);
    return `/p/tx/${id}${query.size === 0 ? "" : `?${query}`}`;
  };
  return (
    <Checker claims={claimsOf(props)}>
      <TxHead {...props} />
      <SectionNav sections={sectionsOf(subjects, moves, tx.credentials.length)} />
      <div className="cols">
        <div className="stackp">
          <UtxoFlow story={story} view={props.flow} hrefOf={(flow) => hrefOf({ flow })} />
          {subjects.map(({ id: anchor, title, Details }) => (
            <Panel key={anchor} id={anchor} title={title}>
              <Details story={story} />
            </Panel>
          ))}
          <Memo text={story.answer.memo} />
          {tx.credentials.length > 0 && (
            <Signatures rows={signatureRows(tx, story)} credentials={tx.credentials.length} />
          )}
          <RawBytes
            hex={toHex(tx.bytes)}
            fields={fieldsOf(annotatePTx(tx.bytes, story.network), false)}
            json={() => formatJson(txToJson(tx, story.network))}
            view={props.raw}
            hrefOf={(raw) => hrefOf({ raw })}
          />
        </div>
        <div className="stackp">
          <CheckedPanel titles={checkTitles(tx, moves)} />
          <ArrivalBar arrival={props.arrival} />
          <Terminal commands={props.commands} />
        </div>
      </div>
    </Checker>
  );
}

function TxHead({ tx, txIndex, story, arrival, commands, jsonPath }: TxViewProps) {
  const { answer } = story;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="P" />
          <span>P-Chain</span>
          <span className="sl">/</span>
          <Link href={`/p/block/${answer.blockNumber}`} prefetch={false}>
            Block {groupDigits(answer.blockNumber)}
          </Link>
          <span className="sl">/</span>
          <span title={`Transaction ${txIndex} of its block`}>{tx.txType}</span>
        </>
      }
      title={sentenceOf(story).past}
      actions={
        <>
          <CopyAs jsonPath={jsonPath} curl={commands.at(-1)?.text ?? ""} path={`/p/tx/${answer.txHash}`} />
          <a className="btn" href={`/p/tx/${answer.txHash}/evidence`} download>
            <Icon name="bundle" />
            Evidence bundle
          </a>
        </>
      }
      idline={
        <>
          <AcceptedPill />
          <span>
            <TimeAgo at={arrival.blockTime} ago focusable />, {formatTime(arrival.blockTime)}
          </span>
          <CheckedLink />
          <HashLink value={answer.txHash} full noun="transaction" />
        </>
      }
    />
  );
}

function sectionsOf(subjects: Subject[], moves: boolean, credentials: number): Section[] {
  return [
    ...(moves ? [{ id: "flow", title: "Flow" }] : []),
    ...subjects.map(({ id, title }) => ({ id, title })),
    ...(credentials > 0 ? [{ id: "sigs", title: "Signatures", count: credentials }] : []),
    { id: "raw", title: "Raw bytes" },
  ];
}

/** Checks to expect: proposals are signed by nobody and move nothing. */
function checkTitles(tx: PTx, moves: boolean): string[] {
  return [
    ...(tx.credentials.length > 0 ? ["Signatures recover"] : []),
    ...(moves ? ["Amounts balance"] : []),
    "Block contains it",
  ];
}

/** What the API says is burned, less what of it went into L1 balances. */
function feesOf({
  amountBurned,
  amountL1ValidatorBalanceBurned: moved,
}: PChainTransaction): TxClaims["fees"] {
  return amountBurned.map(({ assetId, amount }) => {
    const kept = moved.find((each) => each.assetId === assetId)?.amount ?? "0";
    return { assetId, amount: String(BigInt(amount) - BigInt(kept)) };
  });
}

function claimsOf({ tx, txIndex, story }: TxViewProps): TxClaims {
  const { answer } = story;
  return {
    kind: "tx",
    tx: toHex(tx.bytes),
    txId: answer.txHash,
    hrp: story.network.hrp,
    owners: ownersByCredential(tx, story),
    fees: feesOf(answer),
    height: answer.blockNumber,
    blockId: answer.blockHash,
    txIndex,
  };
}
