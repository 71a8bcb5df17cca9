"use client";

import { groupDigits } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { type Tone, tone } from "@/components/ui/tone";
import type { CheckAnswer } from "./check.worker";
import { CHECK_LIST, STEP_NAME, STEPS, verdict } from "./check-looks";
import { useCheckAnswer } from "./checker";
import { type Check, hasFailed, type IdProof } from "./report";

/** Status pill of a page: accepted by consensus, unless the page's bytes contradict it. */
export function AcceptedPill() {
  return stateOf(useCheckAnswer()) === "bad" ? (
    <StatusPill status="failed" word="Bytes differ" />
  ) : (
    <StatusPill status="accepted" />
  );
}

type State = "waiting" | "ok" | "bad" | "impossible";

function stateOf(answer: CheckAnswer | undefined): State {
  if (answer === undefined) return "waiting";
  if ("fault" in answer) return "impossible";
  return "unreadable" in answer || hasFailed(answer.report) ? "bad" : "ok";
}

const LINKS = {
  waiting: { tone: "dim", icon: "ring", word: "Not checked yet" },
  ok: { tone: "ok", icon: "shield", word: "Checked" },
  bad: { tone: "bad", icon: "bad", word: "Check failed" },
  impossible: { tone: "dim", icon: "ring", word: "Could not be checked" },
} as const satisfies Record<State, { tone: Tone; icon: IconName; word: string }>;

/** Word beside the time that links to the checks. */
export function CheckedLink() {
  const { tone: of, icon, word } = LINKS[stateOf(useCheckAnswer())];
  return (
    <a className={tone(of)} href="#checked">
      <Icon name={icon} />
      {word}
    </a>
  );
}

/**
 * The checks, "Not checked yet" until they are done. `titles` are the expected ones, so that the panel keeps its
 * height. `long` shows every step from the bytes to the id.
 */
export function CheckedPanel({ titles, long = false }: { titles: string[]; long?: boolean }) {
  const answer = useCheckAnswer();
  const report = answer !== undefined && "report" in answer ? answer.report : undefined;
  const rest = describeMissing(answer);
  const detail = answer === undefined ? "Not checked yet." : "Not checked.";
  const checks = report?.checks ?? titles.map((title): Check => ({ title, state: "unchecked", detail }));
  const proof = report?.proof;
  return (
    <Panel id="checked" title="Checked in your browser">
      {long && proof !== undefined && <Steps proof={proof} />}
      <ol className={CHECK_LIST} aria-live="polite">
        {report === undefined && <CheckItem check={{ title: ID_TITLE, ...rest }} />}
        {!long && proof !== undefined && <CheckItem check={idCheck(proof, report?.ms ?? 0)} />}
        {checks.map((check) => (
          <CheckItem key={check.title} check={check} />
        ))}
      </ol>
    </Panel>
  );
}

const UNCHECKED = { state: "unchecked", detail: "Not checked yet." } as const;

/** Shown until there is a report: pending, skipped with its reason, or bytes unreadable. */
function describeMissing(answer: CheckAnswer | undefined): Pick<Check, "state" | "detail"> {
  if (answer === undefined || "report" in answer) return UNCHECKED;
  if ("unreadable" in answer)
    return { state: "bad", detail: `The bytes can’t be read: ${answer.unreadable}.` };
  return { state: "unchecked", detail: `Could not be checked: ${answer.fault}.` };
}

const ID_TITLE = "Id matches the bytes";

function idCheck({ algorithm, size, id, expected }: IdProof, ms: number): Check {
  const hashed = `${algorithm} of ${groupDigits(size)}`;
  if (id !== expected)
    return { title: ID_TITLE, state: "bad", detail: `${hashed} bytes is ${id}, not the id of this page.` };
  const time = ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
  return {
    title: ID_TITLE,
    state: "ok",
    detail: `${hashed} signed bytes is this id. All computed in your browser in ${time} ms.`,
  };
}

const STATES = {
  ok: { tone: "ok", icon: "ok", word: "Holds" },
  bad: { tone: "bad", icon: "bad", word: "Fails" },
  unchecked: { tone: "dim", icon: "ring", word: "Not checked" },
} as const satisfies Record<Check["state"], { tone: Tone; icon: IconName; word: string }>;

function CheckItem({ check }: { check: Check }) {
  const { tone: of, icon, word } = STATES[check.state];
  return (
    <li>
      <span className={tone(of)}>
        <Icon name={icon} />
        <span className="sr-only">{word}</span>
      </span>
      <div>
        <b>{check.title}</b>
        <p>{check.detail}</p>
      </div>
    </li>
  );
}

function Steps({ proof }: { proof: IdProof }) {
  const equal = proof.id === proof.expected;
  const hashed = `${proof.algorithm} of ${groupDigits(proof.size)} bytes${proof.of === "header" ? " of header" : ""}`;
  return (
    <div className={STEPS}>
      <div>
        <span className={STEP_NAME}>{hashed}</span>
        <code>{proof.digest.match(/.{16}/g)?.join(" ")}</code>
      </div>
      {proof.checksum !== undefined && (
        <>
          <div>
            <span className={STEP_NAME}>checksum, last 4 bytes of its sha256</span>
            <code>{proof.checksum}</code>
          </div>
          <div>
            <span className={STEP_NAME}>base58</span>
            <code>{proof.id}</code>
          </div>
        </>
      )}
      <div className={verdict(equal ? "ok" : "bad")}>
        <Icon name={equal ? "ok" : "bad"} />
        {equal ? "Equal to the id of this page" : `Not the id of this page, ${proof.expected}`}
      </div>
    </div>
  );
}
