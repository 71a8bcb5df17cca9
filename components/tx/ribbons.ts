/** Geometry of UtxoFlow: boxes left and right, a trunk between them, ribbons as thick as their amounts. */

/** Pixels. The drawing is 168 wide, like its column in the stylesheet. */
export const FLOW_WIDTH = 168;
export const BOX_HEIGHT = 84;
export const FEE_HEIGHT = 60;
const BOX_GAP = 8;
const TRUNK_HEIGHT = 84;
const TRUNK_WIDTH = 2;
/** Least thickness, so that even a tiny fee is visible. */
const THINNEST = 1.5;

/** A box on one side: its amount (base units of one asset) and its height in pixels. */
export interface FlowBox {
  amount: bigint;
  height: number;
}

export interface Ribbon {
  /** SVG path, closed. */
  path: string;
}

export interface FlowDrawing {
  height: number;
  trunk: { x: number; y: number; width: number; height: number };
  left: Ribbon[];
  right: Ribbon[];
}

/** Draws both sides, each centred on its own height. A side of zeros gets ribbons of least thickness. */
export function drawFlow(left: readonly FlowBox[], right: readonly FlowBox[]): FlowDrawing {
  const height = Math.max(sideHeight(left), sideHeight(right), TRUNK_HEIGHT);
  const trunk = {
    x: (FLOW_WIDTH - TRUNK_WIDTH) / 2,
    y: (height - TRUNK_HEIGHT) / 2,
    width: TRUNK_WIDTH,
    height: TRUNK_HEIGHT,
  };
  return {
    height,
    trunk,
    left: drawSide(left, { height, from: 0, to: trunk.x, trunkTop: trunk.y }),
    right: drawSide(right, { height, from: FLOW_WIDTH, to: trunk.x + TRUNK_WIDTH, trunkTop: trunk.y }),
  };
}

interface SideLayout {
  height: number;
  /** x at the boxes. */
  from: number;
  /** x at the trunk. */
  to: number;
  trunkTop: number;
}

function drawSide(boxes: readonly FlowBox[], layout: SideLayout): Ribbon[] {
  const total = boxes.reduce((sum, { amount }) => sum + amount, 0n);
  let boxTop = (layout.height - sideHeight(boxes)) / 2;
  let joint = layout.trunkTop;
  return boxes.map((box) => {
    // Rights and NFTs have no amount: each has the same part of the trunk.
    const share = (total === 0n ? 1 / boxes.length : shareOf(box.amount, total)) * TRUNK_HEIGHT;
    const thick = total === 0n ? 0 : share;
    const centre = boxTop + box.height / 2;
    const atBox = Math.max(thick, THINNEST) / 2;
    const atTrunk = Math.max(thick, 1) / 2;
    const path = ribbonPath(
      layout,
      [centre - atBox, centre + atBox],
      [joint + share / 2 - atTrunk, joint + share / 2 + atTrunk],
    );
    boxTop += box.height + BOX_GAP;
    joint += share;
    return { path };
  });
}

function ribbonPath({ from, to }: SideLayout, [a, b]: [number, number], [c, d]: [number, number]): string {
  const middle = (from + to) / 2;
  return `M${from} ${round(a)}C${middle} ${round(a)} ${middle} ${round(c)} ${to} ${round(c)}L${to} ${round(d)}C${middle} ${round(d)} ${middle} ${round(b)} ${from} ${round(b)}Z`;
}

function sideHeight(boxes: readonly FlowBox[]): number {
  return boxes.reduce((sum, { height }) => sum + height + BOX_GAP, -BOX_GAP);
}

/** Only the drawing uses this float. Amounts in text stay exact. */
function shareOf(amount: bigint, total: bigint): number {
  return Number((amount * 1_000_000n) / total) / 1_000_000;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
