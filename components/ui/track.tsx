import type { ReactNode } from "react";
import { type ChainLetter, ChainTag } from "./chain-tag";
import { classes } from "./classes";
import { CORE_LOOKS } from "./core";
import { Icon, type IconName } from "./icon";
import { type Tone, tone } from "./tone";

/** Look of a list of tracks. */
export const TRACKS = "px-5 pt-1 pb-5 max-m:px-4 max-m:pt-0 max-m:pb-3";

/** Look of a track's bar. Its segments are placed by percentage. */
export const TRACK_BAR =
  "absolute inset-x-0 top-1 h-4 overflow-hidden rounded-1 bg-core-0 forced-color-adjust-none *:absolute *:inset-y-0 *:forced-color-adjust-none";

/** Look of a label below a track's bar. */
export const TRACK_LABEL = "absolute top-6 text-small whitespace-nowrap";

interface TrackProps {
  letter: ChainLetter;
  name: string;
  title?: string | undefined;
  state: { word: string; icon: IconName; tone: Tone };
  /** The bar and its labels. */
  children: ReactNode;
}

/** One track: its name, its bar and its state. */
export function Track({ letter, name, title, state, children }: TrackProps) {
  return (
    <div
      className={classes(
        "grid grid-cols-[148px_minmax(0,1fr)_152px] items-center gap-5 border-line py-3.5 not-first:border-t",
        "max-m:grid-cols-[1fr_auto] max-m:gap-2",
        CORE_LOOKS[letter],
      )}
      data-track
    >
      <div className="flex items-center gap-2.5">
        <ChainTag chain={letter} />
        <code className="font-mono text-id font-medium" title={title}>
          {name}
        </code>
      </div>
      <div className="group/track relative h-10 max-m:col-span-full max-m:row-2">{children}</div>
      <div className="text-right">
        <span className={tone(state.tone)}>
          <Icon name={state.icon} />
          {state.word}
        </span>
      </div>
    </div>
  );
}
