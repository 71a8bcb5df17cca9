"use client";

import {
  type KeyboardEvent,
  memo,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { LIST_ROWS } from "@/components/ui/layout";
import { groupDigits } from "@/lib/words/format";
import {
  fieldOfHash,
  formatRange,
  GROUP_SIZE,
  groupBytes,
  type HexField,
  type HexGroup,
  rangeToHash,
} from "./fields";

/** Bytes that are drawn at first, and with each press of "more". */
const CHUNK = 4096;
/** Of more bytes, these are drawn at first, which fill the box: a large block costs nothing until it is read. */
const FIRST = 512;

/**
 * Bytes beside the list of their fields. Pointing at either side marks the other. A click, a tap or the arrow keys
 * choose a field, and so does `#b=46-125` in the URL. `hex` has its 0x; `fields` do not overlap.
 */
export function HexView({ hex, fields }: { hex: string; fields: HexField[] }) {
  const [drawn, setDrawn] = useState(() => (sizeOf(hex) > CHUNK ? FIRST : CHUNK));
  const [chosen, setChosen] = useState(-1);
  const [pointed, setPointed] = useState(-1);
  const list = useRef<HTMLOListElement>(null);

  const choose = (index: number) => {
    const field = fields[index];
    if (field === undefined) return;
    setChosen(index);
    setDrawn((now) => Math.max(now, Math.ceil(field.end / CHUNK) * CHUNK));
  };
  const chooseAndLink = (index: number) => {
    choose(index);
    const field = fields[index];
    if (field !== undefined) history.replaceState(null, "", rangeToHash(field));
  };
  useEffect(() => {
    const mark = `[data-f="${chosen}"]`;
    const bytes = list.current?.parentElement?.querySelector<HTMLElement>("[data-bytes]") ?? null;
    keepInSight(list.current, list.current?.querySelector<HTMLElement>(mark));
    keepInSight(bytes, bytes?.querySelector<HTMLElement>(mark));
  }, [chosen]);
  useFieldOfAddress(fields, (index) => {
    choose(index);
    list.current?.closest("section")?.scrollIntoView();
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only marks; the list's buttons do the choosing
    <div
      className="grid grid-cols-[minmax(0,1fr)_304px] *:min-w-0 max-l:grid-cols-1"
      data-hex
      onMouseOver={(event) => setPointed(fieldOf(event))}
      onFocus={(event) => setPointed(fieldOf(event))}
      onMouseLeave={() => setPointed(-1)}
      onBlur={() => setPointed(-1)}
    >
      <MarkStyle chosen={chosen} pointed={pointed} />
      <HexBytes hex={hex} fields={fields} drawn={drawn} onChoose={chooseAndLink} onMore={setDrawn} />
      <ol className={FIELDS} ref={list} aria-label="What the bytes mean">
        {fields.map((field, index) => (
          <FieldItem
            key={`${field.start}-${field.end}-${field.label}`}
            field={field}
            index={index}
            chosen={index === chosen}
            reachable={index === Math.max(chosen, 0)}
            onChoose={() => chooseAndLink(index)}
            onKeyDown={(event) => moveBy(event, index, chooseAndLink)}
          />
        ))}
      </ol>
    </div>
  );
}

const FIELDS = classes(
  LIST_ROWS,
  "max-h-148 overflow-auto border-l border-line text-id max-l:border-t max-l:border-l-0 max-m:max-h-80",
);

const FIELD_BUTTON = classes(
  "grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-none px-4 py-[7px] text-left focus-visible:-outline-offset-2",
  "chosen:bg-ice-tint chosen:shadow-[inset_2px_0_0_var(--ice)]",
);

/** --cell is the width of one byte. A run pads half the gap at either end, so that runs meet without a seam. */
const BYTES = classes(
  "max-h-148 overflow-x-hidden overflow-y-auto focus-visible:-outline-offset-2 px-5 py-4 font-mono text-meta leading-6 tracking-none [--cell:25px]",
  "max-m:max-h-120 max-m:px-4 max-m:py-3 max-m:[--cell:min(36px,calc((100vw-2*var(--gutter)-74px)/8))]",
);

const GROUP = "w-[calc(8*var(--cell))] flex-none whitespace-nowrap m:nth-4:ml-2.5";

const RUN = "inline-block px-[calc((var(--cell)-2ch)/2)] no-underline [word-spacing:calc(var(--cell)-3ch)]";

/** Two CSS rules mark all runs of a field, so that pointing at a byte redraws nothing else. -1 is no field. */
function MarkStyle({ chosen, pointed }: { chosen: number; pointed: number }) {
  return (
    <style>
      {`[data-hex] [data-f="${pointed}"],[data-hex] [data-f="${chosen}"]{background:var(--ice-tint);color:var(--ink)}` +
        `[data-bytes] [data-f="${chosen}"]{box-shadow:inset 0 1px 0 var(--ice),inset 0 -1px 0 var(--ice)}`}
    </style>
  );
}

interface HexBytesProps {
  hex: string;
  fields: HexField[];
  drawn: number;
  onChoose: (field: number) => void;
  onMore: (drawn: number) => void;
}

const HexBytes = memo(function HexBytes({ hex, fields, drawn, onChoose, onMore }: HexBytesProps) {
  const size = sizeOf(hex);
  const to = Math.min(drawn, size);
  const lines = useMemo(() => pairUp(groupBytes(hex, fields, { from: 0, to })), [hex, fields, to]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list beside it is the keyboard's way to the same fields
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div
      className={BYTES}
      data-bytes
      role="group"
      aria-label="Bytes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
      tabIndex={0}
      onClick={(event) => onChoose(fieldOf(event))}
    >
      {lines.map((line) => (
        <div className="flex max-m:grid max-m:grid-cols-[40px_auto]" key={line[0]?.offset}>
          {line.map((group) => (
            <Group key={group.offset} group={group} />
          ))}
        </div>
      ))}
      {to < size && (
        <button
          type="button"
          className={button({ size: "small", kind: "quiet", more: "ml-9" })}
          onClick={() => onMore(drawn + CHUNK)}
        >
          {groupDigits(size - to)} more bytes
        </button>
      )}
    </div>
  );
}, sameBytes);

/** Handlers are new on each render but do the same, so they are not compared. */
function sameBytes(before: HexBytesProps, after: HexBytesProps): boolean {
  return before.hex === after.hex && before.fields === after.fields && before.drawn === after.drawn;
}

function Group({ group }: { group: HexGroup }) {
  return (
    <>
      <span className="w-11 flex-none text-ink-3 m:not-first:hidden max-m:inline max-m:w-auto">
        {group.offset.toString(16).padStart(4, "0")}
      </span>
      <span className={GROUP}>
        {group.runs.map((run) => (
          <s
            key={run.field}
            data-f={run.field === -1 ? undefined : run.field}
            className={classes(
              RUN,
              run.field % 2 === 1 && "bg-hover",
              run.first && "rounded-l-1",
              run.last && "rounded-r-1",
            )}
          >
            {run.pieces.map((piece, index) => [
              index > 0 && " ",
              piece.zero ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
                <i key={index} className="text-ink-3 not-italic">
                  {piece.text}
                </i>
              ) : (
                piece.text
              ),
            ])}
          </s>
        ))}
      </span>
    </>
  );
}

interface FieldItemProps {
  field: HexField;
  index: number;
  chosen: boolean;
  /** Whether the Tab key stops here: at one field of the list. Arrow keys reach the others. */
  reachable: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function FieldItem({ field, index, chosen, reachable, onChoose, onKeyDown }: FieldItemProps) {
  return (
    <li>
      <button
        type="button"
        data-f={index}
        className={FIELD_BUTTON}
        aria-pressed={chosen}
        tabIndex={reachable ? 0 : -1}
        onClick={onChoose}
        onKeyDown={onKeyDown}
      >
        <span>{field.label}</span>
        <span className="font-mono text-[11.5px] text-ink-3">{formatRange(field)}</span>
        <span
          className="col-span-full truncate font-mono text-small tracking-tight text-ink-2"
          title={field.value}
        >
          {field.value}
        </span>
      </button>
    </li>
  );
}

/** Calls back with the field in the URL's fragment, at first and whenever it changes. */
function useFieldOfAddress(fields: HexField[], onField: (index: number) => void) {
  const read = useEffectEvent(() => {
    const index = fieldOfHash(location.hash, fields);
    if (index !== -1) onField(index);
  });
  useEffect(() => {
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
}

/** Bytes in hex with 0x. */
function sizeOf(hex: string): number {
  return (hex.length - 2) / 2;
}

function moveBy(event: KeyboardEvent, from: number, onMove: (index: number) => void) {
  const buttons = [...(event.currentTarget.closest("ol")?.querySelectorAll("button") ?? [])];
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowRight: from + 1,
    ArrowUp: from - 1,
    ArrowLeft: from - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const index = Math.min(Math.max(target, 0), buttons.length - 1);
  onMove(index);
  buttons[index]?.focus({ preventScroll: true });
}

/** Scrolls `box`, and nothing around it, until `part` is visible. */
function keepInSight(box: HTMLElement | null, part: HTMLElement | null | undefined) {
  if (box === null || part === null || part === undefined) return;
  const top = part.offsetTop - box.offsetTop;
  if (top < box.scrollTop) box.scrollTop = top;
  const bottom = top + part.offsetHeight - box.clientHeight;
  if (bottom > box.scrollTop) box.scrollTop = bottom;
}

function fieldOf(event: SyntheticEvent): number {
  const target = event.target instanceof Element ? event.target.closest("[data-f]") : null;
  return Number(target?.getAttribute("data-f") ?? -1);
}

/** Two groups make a line; on narrow screens each has its own. */
function pairUp(groups: HexGroup[]): HexGroup[][] {
  return groups.flatMap((group, index) => {
    if (group.offset % (2 * GROUP_SIZE) !== 0) return [];
    const next = groups[index + 1];
    return [next === undefined ? [group] : [group, next]];
  });
}
