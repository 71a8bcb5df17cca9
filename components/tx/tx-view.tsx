import Link from "next/link";
import type { ChainTx } from "@/components/block/inside";
import { blockPath } from "@/components/block/path";
import { txFields, txToJson } from "@/components/block/shown";
import { describeTx } from "@/components/effects/describe-tx";
import { type Subject, subjectsOf } from "@/components/effects/subjects";
import type { TxDetails } from "@/components/effects/tx-context";
import { formatJson } from "@/components/hex/format-json";
import { RawBytes } from "@/components/hex/raw-bytes";
import type { RawView } from "@/components/hex/raw-view";
import type { ListPosition } from "@/components/list/position";
import { positionTitle, type TxClaims } from "@/components/provenance/check-tx";
import { Checker } from "@/components/provenance/checker";
import { copySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { type Arrival, ArrivalBar, ArrivalTime } from "@/components/provenance/on-this-node";
import { AcceptedPill, CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { balancesOf } from "./amounts";
import { Signatures } from "./lists";
import { type Section, SectionNav } from "./section-nav";
import { ownersByCredential, signaturePage } from "./signers";
import { TxFacts } from "./tx-facts";
import { TX_QUERY } from "./tx-query";
import { type FlowView, UtxoFlow } from "./utxo-flow";

export interface TxViewProps {
  tx: ChainTx;
  /** Index in its block. */
  txIndex: number;
  /** The container of its block or vertex. */
  container: FirnContainer;
  details: TxDetails;
  arrival: Arrival;
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
  raw: RawView;
  flow: FlowView;
  position: ListPosition;
}

/** A transaction: what happened, where the money went, what it changed, who signed, and its bytes. */
export function TxView(props: TxViewProps) {
  const { tx, details } = props;
  const { chain } = details;
  const subjects = subjectsOf(details);
  const moves = balancesOf(details.effects).length > 0;
  const path = pathOf(details);
  const hrefOf = ({ raw = props.raw, flow = props.flow }: { raw?: RawView; flow?: FlowView }) =>
    withQuery<"tx">(path, TX_QUERY.write({ raw, flow }));
  return (
    <Checker claims={claimsOf(props)}>
      <TxHead {...props} />
      <SectionNav sections={sectionsOf(subjects, moves, tx.credentials.length)} />
      <div className={COLUMNS}>
        <div className={STACK}>
          <UtxoFlow
            details={details}
            view={props.flow}
            hrefOf={(flow) => hrefOf({ flow })}
            position={props.position}
          />
          {subjects.map(({ id: anchor, title, Details }) => (
            <Panel key={anchor} id={anchor} title={title}>
              <Details details={details} />
            </Panel>
          ))}
          <TxFacts details={details} container={props.container} />
          {tx.credentials.length > 0 && (
            <Signatures
              path={hrefTo("txSignatures", { chain, id: details.known.txHash })}
              page={signaturePage(tx, details, {
                list: "sigs",
                from: props.position.list === "sigs" ? props.position.from : 1,
              })}
              credentials={tx.credentials.length}
              href={hrefOf({})}
            />
          )}
          <RawBytes
            hex={toHex(tx.bytes)}
            fields={txFields(chain, tx.bytes, details.network)}
            json={() => formatJson(txToJson(chain, tx, details.network))}
            view={props.raw}
            hrefOf={(raw) => hrefOf({ raw })}
          />
        </div>
        <div className={STACK}>
          <CheckedPanel titles={checkTitles(tx, moves, props.container.stream)} />
          <ArrivalBar arrival={props.arrival} />
          <Terminal commands={props.commands} />
        </div>
      </div>
    </Checker>
  );
}

function pathOf({ chain, known }: TxDetails): string {
  return hrefTo("tx", { chain, id: known.txHash });
}

function TxHead({ tx, txIndex, container, details, arrival, commands, jsonPath }: TxViewProps) {
  const { letter, name } = CHAINS[details.chain];
  const path = pathOf(details);
  const atomicId = atomicIdOf(details);
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={letter} />
          <span>{name}</span>
          <Slash />
          <Link href={blockPath(container)} prefetch={false}>
            {blockTitle(container)}
          </Link>
          <Slash />
          <span title={`Transaction ${txIndex} of its ${isVertex(container) ? "vertex" : "block"}`}>
            {tx.txType}
          </span>
        </>
      }
      title={describeTx(details)}
      actions={
        <>
          {atomicId !== undefined && (
            <Link className={button()} href={hrefTo("transfer", { id: atomicId })} prefetch={false}>
              Both sides
              <Icon name="next" />
            </Link>
          )}
          <CopyAs {...copySource(jsonPath, commands)} path={path} />
          <a
            className={button()}
            href={hrefTo("txEvidence", { chain: details.chain, id: details.known.txHash })}
            download
          >
            <Icon name="bundle" />
            Evidence bundle
          </a>
        </>
      }
      idline={
        <>
          <AcceptedPill />
          <ArrivalTime arrival={arrival} />
          <CheckedLink />
          <HashLink value={details.known.txHash} full label="transaction" />
        </>
      }
    />
  );
}

/** `Block 612,840`, `Vertex 12`. */
function isVertex({ stream }: FirnContainer): boolean {
  return stream === "X/vtx";
}

function blockTitle(container: FirnContainer): string {
  return `${isVertex(container) ? "Vertex" : "Block"} ${groupDigits(container.height)}`;
}

/** The export that this transaction is or imports from. */
function atomicIdOf({ effects, known }: TxDetails): string | undefined {
  if (effects.some(({ kind }) => kind === "utxo.exported")) return known.txHash;
  const imported = effectsOfKind(effects, "utxo.consumed").find(
    ({ sourceChain }) => sourceChain !== undefined,
  );
  return imported && formatId(imported.sourceTxId);
}

function sectionsOf(subjects: Subject[], moves: boolean, credentials: number): Section[] {
  return [
    ...(moves ? [{ id: "flow", title: "Flow" }] : []),
    ...subjects.map(({ id, title }) => ({ id, title })),
    ...(credentials > 0 ? [{ id: "sigs", title: "Signatures", count: credentials }] : []),
    { id: "raw", title: "Raw bytes" },
  ];
}

/** Expected checks: proposals have no signature and move nothing. */
function checkTitles(tx: ChainTx, moves: boolean, stream: string): string[] {
  return [
    ...(tx.credentials.length > 0 ? ["Signatures recover"] : []),
    ...(moves ? ["Amounts balance"] : []),
    positionTitle(stream),
  ];
}

function claimsOf({ tx, txIndex, container, details }: TxViewProps): TxClaims {
  const { chain, known, network } = details;
  return {
    kind: "tx",
    chain,
    stream: container.stream,
    tx: toHex(tx.bytes),
    txId: known.txHash,
    hrp: network.hrp,
    owners: ownersByCredential(tx, details),
    fees: known.fees,
    containerId: container.containerId,
    height: String(container.height),
    blockId: container.blockId,
    txIndex,
  };
}
