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
import { Icon } from "@/components/ui/icon";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PAIR, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { PANEL, Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { toHex } from "@/lib/avalanche/codec/bytes";
import type { HistoryGap } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { formatDuration, groupDigits, plural } from "@/lib/words/format";
import { boundOfGap } from "@/lib/words/gap";
import { balancesOf } from "./amounts";
import { ExportSide, ImportSide, outputsHref, SharedMemory, UnseenSide, WaitingSide } from "./atomic-sides";
import { isUnseen, type MemoryOutput, type Place, type TransferSide } from "./transfer";

export interface AtomicViewProps {
  exported: TransferSide;
  /** Imports that spent its outputs so far. There are several if the outputs were imported separately. */
  imports: TransferSide[];
  /** How many more spent its outputs. */
  otherImports: number;
  outputs: MemoryOutput[];
  network: NetworkFacts;
  /** Undefined if Firn does not know the chain. */
  destination: NamedChain | undefined;
  /** Set if blocks of the destination that Firn does not have may hold an import. */
  gap?: HistoryGap | undefined;
  /** The wall clock, unix seconds. */
  now: number;
  /** The export as JSON: a path of this origin, and a command. */
  source: { jsonPath: string; curl: string };
}

/**
 * `Moved 980 AVAX from C-Chain to P-Chain`; `Moving …` while an output waits, `Sent …` if nobody says whether it does.
 */
export function transferTitle(props: AtomicViewProps): string {
  const { exported, outputs, network, destination } = props;
  const sums = formatAssetSums(sumByAsset(outputs.map(({ output }) => output)), network);
  const way = `from ${CHAINS[exported.chain].name} to ${destination?.name ?? "another chain"}`;
  const verb = has(outputs, "waiting") ? "Moving" : has(outputs, "unknown") ? "Sent" : "Moved";
  return `${verb} ${sums} ${way}`;
}

function has(outputs: readonly MemoryOutput[], place: Place): boolean {
  return outputs.some((output) => output.place === place);
}

/** Both sides of a transfer: the export, what is in shared memory between the chains, and each import. */
export function AtomicView(props: AtomicViewProps) {
  const { exported, imports, otherImports, outputs, gap } = props;
  const waiting = outputs.filter(({ place }) => place === "waiting");
  const unseen = outputs.filter(isUnseen);
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
              exported={exported}
              outputs={leg.outputs}
              network={props.network}
              seconds={secondsBetween(exported.known.time, leg.side.known.time)}
            />
            <ImportSide side={leg.side} network={props.network} />
          </section>
        ))}
        {otherImports > 0 && (
          <p className="text-ink-2">
            {plural(otherImports, "more import")} spent other outputs of this export.{" "}
            <Link href={outputsHref(exported)} prefetch={false}>
              All outputs, and what spent each
            </Link>
          </p>
        )}
        {unseen.length > 0 && gap !== undefined && (
          <section
            className={classes(PANEL, "grid grid-cols-[minmax(0,1fr)_260px_minmax(0,1fr)] max-m:grid-cols-1")}
            aria-label="Export whose import is not known"
          >
            <ExportSide side={exported} outputs={unseen} network={props.network} />
            <SharedMemory
              exported={exported}
              outputs={unseen}
              network={props.network}
              place={unseen[0]?.place}
            />
            <UnseenSide outputs={unseen} network={props.network} gap={gap} />
          </section>
        )}
        {waiting.length > 0 && (
          <section
            className={classes(PANEL, "grid grid-cols-[minmax(0,1fr)_260px_minmax(0,1fr)] max-m:grid-cols-1")}
            aria-label="Export that waits for its import"
          >
            <ExportSide side={exported} outputs={waiting} network={props.network} />
            <SharedMemory
              exported={exported}
              outputs={waiting}
              network={props.network}
              place="waiting"
              seconds={secondsBetween(exported.known.time, props.now)}
            />
            <WaitingSide
              exported={exported}
              outputs={waiting}
              network={props.network}
              destination={props.destination}
            />
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

/** Undefined where one of the times is not known. */
function secondsBetween(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}

function AtomicHead(props: AtomicViewProps) {
  const { exported, imports, otherImports, outputs, destination, gap } = props;
  const times = imports.map(({ known }) => secondsBetween(exported.known.time, known.time));
  const isKnown = otherImports === 0 && times.every((seconds) => seconds !== undefined);
  const took = isKnown ? Math.max(0, ...times.map((seconds) => seconds ?? 0)) : undefined;
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
          {has(outputs, "waiting") ? (
            <StatusPill status="processing" word="Waiting for its import" />
          ) : gap !== undefined && has(outputs, "unknown") ? (
            <StatusPill status="unknown" word="Import not known" />
          ) : (
            <StatusPill
              status="accepted"
              word={gap && has(outputs, "gone") ? `Imported ${boundOfGap(gap)}` : "Both sides accepted"}
            />
          )}
          {outputs.every(({ place }) => place === "imported") && took !== undefined && (
            <span>took {formatDuration(took * 1000)}</span>
          )}
          <CheckedLink />
        </>
      }
    />
  );
}

/** What each side burned. An import may also spend outputs of other transfers, and its whole fee is shown. */
function Cost({ exported, imports, otherImports, network }: AtomicViewProps) {
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
        {sides.length > 1 && otherImports === 0 && (
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
  const spent = outputs.flatMap(({ outputIndex, known }) =>
    known?.consumingTxHash === undefined ? [] : [{ outputIndex, by: known.consumingTxHash }],
  );
  const shown = new Set(imports.map(({ known }) => known.txHash));
  return {
    kind: "atomic",
    exported: sideOf(exported),
    imports: imports.map(sideOf),
    spent: spent.filter(({ by }) => shown.has(by)),
  };
}
