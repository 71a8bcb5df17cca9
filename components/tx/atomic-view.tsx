import Link from "next/link";
import { blockPath } from "@/components/block/path";
import { formatAssetSums, isAvax, sumByAsset } from "@/components/effects/format";
import type { NamedChain, NetworkFacts } from "@/components/effects/tx-context";
import type { AtomicClaims, AtomicSide } from "@/components/provenance/check-atomic";
import { Checker } from "@/components/provenance/checker";
import { CopyAs } from "@/components/provenance/copy-as";
import { CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { Avax } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { formatDuration, groupDigits } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PAIR, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { PANEL, Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { hrefTo } from "@/lib/contract/pages";
import { balancesOf } from "./amounts";
import { ExportSide, ImportSide, SharedMemory, WaitingSide } from "./atomic-sides";
import type { MemoryOutput, TransferSide } from "./transfer";

export interface AtomicViewProps {
  exported: TransferSide;
  /** Imports that spent its outputs so far. There are several if the outputs were imported separately. */
  imports: TransferSide[];
  outputs: MemoryOutput[];
  network: NetworkFacts;
  /** Undefined if Firn does not know the chain. */
  destination: NamedChain | undefined;
  /** The wall clock, unix seconds. */
  now: number;
  /** The export as JSON: a path of this origin, and a command. */
  source: { jsonPath: string; curl: string };
}

/** `Moved 980 AVAX from C-Chain to P-Chain`; `Moving …` while an output waits. */
export function transferTitle(props: AtomicViewProps): string {
  const { exported, outputs, network, destination } = props;
  const sums = formatAssetSums(sumByAsset(outputs.map(({ output }) => output)), network);
  const way = `from ${CHAINS[exported.chain].name} to ${destination?.name ?? "another chain"}`;
  return `${isWaiting(props) ? "Moving" : "Moved"} ${sums} ${way}`;
}

function isWaiting({ outputs }: AtomicViewProps): boolean {
  return outputs.some(({ known }) => known?.consumingTxHash === undefined);
}

/** Both sides of a transfer: the export, what is in shared memory between the chains, and each import. */
export function AtomicView(props: AtomicViewProps) {
  const { exported, imports, outputs } = props;
  const waiting = outputs.filter(({ known }) => known?.consumingTxHash === undefined);
  const legs = imports.map((side) => ({
    side,
    outputs: outputs.filter(({ known }) => known?.consumingTxHash === side.known.txHash),
  }));
  return (
    <Checker claims={claimsOf(props)}>
      <AtomicHead {...props} />
      <div className={STACK}>
        {legs.map((leg) => (
          <section
            className={classes(PANEL, "grid grid-cols-[minmax(0,1fr)_260px_minmax(0,1fr)] max-m:grid-cols-1")}
            key={leg.side.known.txHash}
            aria-label="Export and import"
          >
            <ExportSide side={exported} outputs={leg.outputs} network={props.network} />
            <SharedMemory
              outputs={leg.outputs}
              network={props.network}
              took={leg.side.known.time - exported.known.time}
            />
            <ImportSide side={leg.side} network={props.network} />
          </section>
        ))}
        {waiting.length > 0 && (
          <section
            className={classes(PANEL, "grid grid-cols-[minmax(0,1fr)_260px_minmax(0,1fr)] max-m:grid-cols-1")}
            aria-label="Export that waits for its import"
          >
            <ExportSide side={exported} outputs={waiting} network={props.network} />
            <SharedMemory outputs={waiting} network={props.network} waits={props.now - exported.known.time} />
            <WaitingSide outputs={waiting} network={props.network} destination={props.destination} />
          </section>
        )}
        <div className={PAIR}>
          <Cost {...props} />
          <CheckedPanel titles={imports.length === 0 ? [] : ["Imports spend what was exported"]} />
        </div>
      </div>
    </Checker>
  );
}

function AtomicHead(props: AtomicViewProps) {
  const { exported, imports, destination } = props;
  const last = imports.reduce((time, { known }) => Math.max(time, known.time), exported.known.time);
  const end = imports.at(-1) ?? exported;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={CHAINS[exported.chain].letter} />
          <Icon name="right" small />
          {destination !== undefined && <ChainTag chain={CHAINS[destination.letter].letter} />}
          <span>Atomic transfer</span>
          <Slash />
          <Link href={blockPath(end.container)} prefetch={false}>
            {end.tx.txType} in {groupDigits(end.container.height)}
          </Link>
        </>
      }
      title={transferTitle(props)}
      actions={<CopyAs {...props.source} path={hrefTo("transfer", { id: exported.known.txHash })} />}
      idline={
        <>
          {isWaiting(props) ? (
            <StatusPill status="processing" word="Waiting for its import" />
          ) : (
            <StatusPill status="accepted" word="Both sides accepted" />
          )}
          {!isWaiting(props) && <span>took {formatDuration((last - exported.known.time) * 1000)}</span>}
          <CheckedLink />
        </>
      }
    />
  );
}

/** What each side burned. An import may also spend outputs of other transfers, and its whole fee is shown. */
function Cost({ exported, imports, network }: AtomicViewProps) {
  const sides = [exported, ...imports].map((side) => ({
    side,
    fee: balancesOf(side.context.effects).find(({ assetId }) => isAvax(assetId, network))?.fee ?? 0n,
  }));
  const total = sides.reduce((sum, { fee }) => sum + fee, 0n);
  return (
    <Panel title="Cost of the transfer">
      <KeyValue>
        {sides.map(({ side, fee }) => (
          <Fact
            key={side.known.txHash}
            label={`${CHAINS[side.chain].name} ${side === exported ? "export" : "import"} fee`}
          >
            <Avax value={fee} />
          </Fact>
        ))}
        {sides.length > 1 && (
          <Fact label="Together">
            <Avax value={total} />
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

function claimsOf({ exported, imports, outputs }: AtomicViewProps): AtomicClaims {
  const sideOf = ({ chain, tx, known }: TransferSide): AtomicSide => ({
    chain,
    tx: toHex(tx.bytes),
    txId: known.txHash,
  });
  return {
    kind: "atomic",
    exported: sideOf(exported),
    imports: imports.map(sideOf),
    spent: outputs.flatMap(({ outputIndex, known }) =>
      known?.consumingTxHash === undefined ? [] : [{ outputIndex, by: known.consumingTxHash }],
    ),
  };
}
