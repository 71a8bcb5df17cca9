import Link from "next/link";
import { formatAsset, isAvax } from "@/components/effects/format";
import type { NetworkFacts, TxDetails } from "@/components/effects/tx-context";
import type { ListPosition } from "@/components/list/position";
import { AddressLink } from "@/components/ui/address-link";
import { classes } from "@/components/ui/classes";
import { PANEL_ASIDE, Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { Tag } from "@/components/ui/tag";
import { hrefTo } from "@/lib/contract/pages";
import { AssetAmount } from "./asset-amount";
import { BoxNote } from "./box-note";
import { type Box, captionsOf, type Flow, flowsOf, shorten, totalOf } from "./boxes";
import { listOfFlow, pageOfFlow } from "./flow-page";
import { FlowTable } from "./lists";
import { BOX_HEIGHT, drawFlow, FEE_HEIGHT, FLOW_WIDTH } from "./ribbons";

export type FlowView = "flow" | "table";

interface UtxoFlowProps {
  details: TxDetails;
  view: FlowView;
  hrefOf: (view: FlowView) => string;
  position: ListPosition;
}

/** Where money came from and went, as a drawing or a table. Empty for transactions that move none. */
export function UtxoFlow({ details, view, hrefOf, position }: UtxoFlowProps) {
  return flowsOf(details).map((flow, index) => {
    const list = listOfFlow(index);
    const seg = (
      <Seg label="Show as">
        {(["flow", "table"] as const).map((name) => (
          <Link
            key={name}
            href={hrefOf(name)}
            scroll={false}
            prefetch={false}
            aria-current={name === view ? "true" : undefined}
          >
            {name === "flow" ? "Flow" : "Table"}
          </Link>
        ))}
      </Seg>
    );
    const what = isAvax(flow.assetId, details.network)
      ? "the AVAX"
      : formatAsset(flow.assetId, details.network);
    const total = totalOf(flow, details);
    if (view === "table")
      return (
        <FlowTable
          key={list}
          title={
            <>
              {`Where ${what} went`}
              {total !== undefined && <span className={PANEL_ASIDE}> {total}</span>}
            </>
          }
          actions={seg}
          path={hrefTo("txFlow", { chain: details.chain, id: details.known.txHash }, { list })}
          page={pageOfFlow(flow, details, { list, from: position.list === list ? position.from : 1 })}
          list={list}
          href={hrefOf(view)}
        />
      );
    return (
      <Panel key={list} id={list} title={`Where ${what} went`} aside={total} actions={seg}>
        <FlowDrawing flow={flow} network={details.network} />
      </Panel>
    );
  });
}

const TONES = {
  plain: { ribbon: "var(--ice-fill)", opacity: 0.34, edge: "var(--ice-fill)" },
  stake: { ribbon: "var(--p-fill)", opacity: 0.4, edge: "var(--p-fill)" },
  l1: { ribbon: "var(--l1-fill)", opacity: 0.4, edge: "var(--l1-fill)" },
  fee: { ribbon: "var(--line-2)", opacity: 1, edge: "var(--line-2)" },
} as const satisfies Record<Box["tone"], { ribbon: string; opacity: number; edge: string }>;

const CAPTION = "row-1 flex h-8 items-center justify-between text-meta text-ink-3 max-m:row-auto";

const SIDE = "grid content-center gap-2";

/** The drawing gives each box the colour of its ribbon. */
const BOX = classes(
  "relative grid content-center gap-0.5 rounded-2 border border-line bg-surface px-3 py-2.5 max-m:h-auto [&_a]:text-fine",
  "after:absolute after:-inset-y-px after:w-1 after:bg-(--edge)",
);

const EDGE_LOOKS = {
  left: "after:-left-px after:rounded-l-2",
  right: "after:-right-px after:rounded-r-2",
} as const;

const LINE = "flex min-w-0 gap-1.5 text-meta text-ink-3";

function FlowDrawing({ flow, network }: { flow: Flow; network: NetworkFacts }) {
  const inputs = shorten(flow.inputs);
  const outputs = shorten(flow.outputs);
  const captions = captionsOf(flow);
  const size = (box: Box) => ({ amount: box.amount, height: box.tone === "fee" ? FEE_HEIGHT : BOX_HEIGHT });
  const drawing = drawFlow(inputs.map(size), outputs.map(size));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_168px_minmax(0,1fr)] px-5 pt-2 pb-5 max-m:grid-cols-1 max-m:gap-2 max-m:px-4 max-m:pt-0 max-m:pb-4">
      <div className={CAPTION}>{captions.inputs}</div>
      <div className={classes(CAPTION, "max-m:hidden")} />
      <div className={classes(CAPTION, "max-m:hidden")}>{captions.outputs}</div>
      <div className={SIDE}>
        {inputs.map((box) => (
          <BoxCard key={box.key} box={box} flow={flow} network={network} edge="right" />
        ))}
      </div>
      <svg
        className="w-full max-m:hidden"
        viewBox={`0 0 ${FLOW_WIDTH} ${drawing.height}`}
        style={{ height: drawing.height }}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[...pair(inputs, drawing.left), ...pair(outputs, drawing.right)].map(([box, path]) => (
          <path key={path} d={path} fill={TONES[box.tone].ribbon} opacity={TONES[box.tone].opacity} />
        ))}
        <rect {...drawing.trunk} fill="var(--ink)" />
      </svg>
      <div className={classes(CAPTION, "m:hidden max-m:mt-0")}>{captions.outputs}</div>
      <div className={SIDE}>
        {outputs.map((box) => (
          <BoxCard key={box.key} box={box} flow={flow} network={network} edge="left" />
        ))}
      </div>
    </div>
  );
}

function pair(boxes: Box[], ribbons: { path: string }[]): [Box, string][] {
  return boxes.flatMap((box, index) => {
    const ribbon = ribbons[index];
    return ribbon === undefined ? [] : [[box, ribbon.path] as [Box, string]];
  });
}

interface BoxProps {
  box: Box;
  flow: Flow;
  network: NetworkFacts;
}

function BoxCard({ box, flow, network, edge }: BoxProps & { edge: keyof typeof EDGE_LOOKS }) {
  const [owner, ...more] = box.owners;
  return (
    <div
      className={classes(BOX, EDGE_LOOKS[edge], box.tone === "fee" ? "h-15 border-dashed" : "h-21")}
      style={{ "--edge": TONES[box.tone].edge } as React.CSSProperties}
    >
      <div className="flex items-center justify-between gap-2">
        <BoxAmount box={box} flow={flow} network={network} />
        {box.label !== undefined && <Tag>{box.label}</Tag>}
      </div>
      {owner !== undefined && (
        <div className={LINE}>
          <AddressLink address={owner} chain="c" copy={false} />
          {more.length > 0 && (
            <span className="flex min-w-0 items-center gap-1.5" title={box.owners.join("\n")}>
              and {more.length} more, {box.rule}
            </span>
          )}
        </div>
      )}
      <BoxNote note={box.note} {...(box.noteTx !== undefined && { noteTx: box.noteTx })} />
    </div>
  );
}

function BoxAmount({ box, flow, network }: BoxProps) {
  if (box.what !== undefined) return <span>{box.what}</span>;
  return <AssetAmount amount={box.amount} assetId={flow.assetId} network={network} />;
}
