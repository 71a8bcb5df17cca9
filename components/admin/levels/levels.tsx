import Link from "next/link";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { SEGMENTS } from "@/components/ui/seg";
import { Cell, Row, Table } from "@/components/ui/table";
import { tone } from "@/components/ui/tone";
import type { ConsoleFacts, PutBack } from "@/lib/contract/operator/console";
import { ActionForm } from "../action-form";
import { ActionOutcome } from "../action-outcome";
import type { L1Names } from "../l1-names";
import { ReadBy } from "../read-by";
import { Countdown } from "../sign-in/countdown";
import { LevelPick } from "./level-pick";
import { LevelStrip } from "./level-strip";
import { LevelsForAll } from "./levels-for-all";

type Logger = NonNullable<ConsoleFacts["loggers"]>[number];

interface LevelsProps {
  loggers: ConsoleFacts["loggers"];
  l1s: L1Names;
  putBacks: PutBack[];
  /** Level names that Firn knows, from silent to verbose. */
  levels: readonly string[];
  /** Minutes after which a change goes back; undefined for never. */
  after: number | undefined;
  choices: readonly (number | undefined)[];
  /** URL of the node, for the commands. */
  nodeUrl: string;
  /** Path of this page with another choice. */
  hrefOf: (after: number | undefined) => string;
}

const COLUMNS = [
  { label: "Logger" },
  { label: "Written to file" },
  { label: "Shown on screen" },
  { label: "Actions", right: true, quiet: true },
];

/** Levels of every logger, for its file and the screen. Changes go back after a time, or now. */
export function Levels(props: LevelsProps) {
  const { loggers, l1s, putBacks, levels, after, choices, nodeUrl, hrefOf } = props;
  return (
    <Panel
      id="levels"
      title="Logger levels"
      actions={
        <>
          <span className="max-m:hidden">changes go back after</span>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser */}
          <div className={SEGMENTS} role="group" aria-label="Changes go back after">
            {choices.map((choice) => (
              <Link
                key={choice ?? 0}
                href={hrefOf(choice)}
                prefetch={false}
                scroll={false}
                aria-current={choice === after ? "true" : undefined}
              >
                {choice === undefined ? "never" : `${choice} min`}
              </Link>
            ))}
          </div>
        </>
      }
    >
      <ActionOutcome section="levels" />
      {loggers === undefined ? (
        <p className={PANEL_NOTE}>The node did not answer with its levels: see above.</p>
      ) : (
        <Table caption="Logger levels" columns={COLUMNS} look="levels">
          {loggers.map((logger) => (
            <Row key={logger.name} id={`logger-${logger.name}`}>
              <LoggerCells logger={logger} l1={l1s.get(logger.name)} levels={levels} after={after} />
            </Row>
          ))}
        </Table>
      )}
      <div className={classes(PANEL_NOTE, "flex min-w-0 flex-wrap items-center justify-between gap-2")}>
        <div>
          Levels come from the node. Names that Firn does not know are shown as they are.
          <ReadBy method="admin.getLoggerLevel" calls={[{}]} nodeUrl={nodeUrl} />
        </div>
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          {putBacks.length > 0 && (
            <ActionForm section="levels" action="endAllPutBacks">
              <button type="submit" className={button({ size: "small" })}>
                <Icon name="undo" />
                Put everything back
              </button>
            </ActionForm>
          )}
          <LevelsForAll levels={levels} after={after} />
        </span>
      </div>
    </Panel>
  );
}

interface LoggerCellsProps {
  logger: Logger;
  /** Name of the chain, if the logger is an L1's. */
  l1: string | undefined;
  levels: readonly string[];
  after: number | undefined;
}

function LoggerCells({ logger, l1, levels, after }: LoggerCellsProps) {
  const fields = {
    loggerName: logger.name,
    putBackAfterMinutes: after === undefined ? undefined : String(after),
  };
  const display = logger.display.level;
  return (
    <>
      <Cell at="a">
        {l1 !== undefined && (
          <b className="mr-2 font-strong text-ink">
            <bdi>{l1}</bdi>
          </b>
        )}
        <b className={l1 === undefined ? "font-strong text-ink" : "font-normal"} title={logger.name}>
          {shortName(logger.name)}
        </b>
      </Cell>
      <Cell at="e" label="Written to file">
        <ActionForm section="levels" action="setLoggerLevel" fields={fields}>
          <LevelStrip
            label={`Level written by ${logger.name}`}
            level={logger.file.level}
            levels={levels}
            isTemporary={logger.file.putBack !== undefined}
          />
        </ActionForm>
      </Cell>
      <Cell at="c" label="Shown on screen">
        <ActionForm section="levels" action="setLoggerLevel" fields={fields}>
          <LevelPick
            key={display}
            name="displayLevel"
            label={`Level shown by ${logger.name}`}
            level={display}
            levels={levels.includes(display) ? levels : [display, ...levels]}
            isTemporary={logger.display.putBack !== undefined}
          />
        </ActionForm>
      </Cell>
      <Cell right at="b">
        {[logger.file.putBack, logger.display.putBack].map(
          (putBack) => putBack !== undefined && <Timer key={putBack.target} putBack={putBack} />,
        )}
      </Cell>
    </>
  );
}

/** Loggers are named after chains; those of L1s have ids. */
function shortName(name: string): string {
  return name.length > 16 ? `${name.slice(0, 6)}…${name.slice(-6)}` : name;
}

/** When a level goes back, or that it stays. A button puts it back now. */
function Timer({ putBack }: { putBack: PutBack }) {
  const { loggerName, target, goesBackTo, changedAtMs, dueAtMs, lastError } = putBack;
  const where = target === "display" ? " on screen" : "";
  return (
    <ActionForm
      section="levels"
      action="endPutBack"
      fields={{ loggerName, target }}
      className="inline-flex items-center gap-1.5 text-meta whitespace-nowrap text-warn [&_time]:text-inherit [&>svg]:size-4"
    >
      {dueAtMs === undefined ? (
        <>
          was {goesBackTo}
          {where}, stays
        </>
      ) : (
        <Countdown from={changedAtMs} at={dueAtMs} label={`back to ${goesBackTo}${where}`} />
      )}
      {lastError !== undefined && (
        <span className={tone("bad")} title={lastError}>
          <Icon name="bad" />
          failed, retrying
        </span>
      )}
      <button
        type="submit"
        className={button({ size: "line", kind: "quiet" })}
        aria-label={`${loggerName} back to ${goesBackTo} now`}
      >
        <Icon name="undo" />
        Now
      </button>
    </ActionForm>
  );
}
