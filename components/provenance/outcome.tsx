"use client";

import { Icon, type IconName } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { type Tone, tone } from "@/components/ui/tone";
import { groupDigits } from "@/lib/words/format";
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

interface CheckedPanelProps {
  /** Of the expected checks, so that the panel keeps its height. */
  titles: string[];
  /** A block's id, to show every step from its bytes to it. */
  blockId?: string;
}

/** The checks, "Not checked yet" until they are done. */
export function CheckedPanel({ titles, blockId }: CheckedPanelProps) {
  const answer = useCheckAnswer();
  const report = answer !== undefined && "report" in answer ? answer.report : undefined;
  const rest = describeMissing(answer);
  const detail = answer === undefined ? "Not checked yet." : "Not checked.";
  const checks = report?.checks ?? titles.map((title): Check => ({ title, state: "unchecked", detail }));
  const proof = report?.proof;
  return (
    <Panel id="checked" title="Checked in your browser">
      {blockId !== undefined && (answer === undefined || proof !== undefined) && (
        <Steps proof={proof} blockId={blockId} />
      )}
      <ol className={CHECK_LIST} aria-live="polite">
        {report === undefined && (blockId === undefined || answer !== undefined) && (
          <CheckItem check={{ title: ID_TITLE, ...rest }} />
        )}
        {blockId === undefined && proof !== undefined && (
          <CheckItem check={idCheck(proof, report?.ms ?? 0)} />
        )}
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

/** Each step from a block's bytes to its id; dots where nothing is computed yet. */
function Steps({ proof, blockId }: { proof: IdProof | undefined; blockId: string }) {
  const algorithm = proof?.algorithm ?? (blockId.startsWith("0x") ? "keccak256" : "sha256");
  const digest = proof?.digest ?? dots(64);
  const checksum = proof === undefined && algorithm === "sha256" ? dots(8) : proof?.checksum;
  return (
    <div className={STEPS}>
      <div>
        <span className={STEP_NAME}>
          {algorithm} of {proof === undefined ? "its" : groupDigits(proof.size)} bytes
          {proof?.of === "header" && " of header"}
        </span>
        <code>{digest.match(/.{16}/g)?.join(" ")}</code>
      </div>
      {checksum !== undefined && (
        <>
          <div>
            <span className={STEP_NAME}>checksum, last 4 bytes of its sha256</span>
            <code>{checksum}</code>
          </div>
          <div>
            <span className={STEP_NAME}>base58</span>
            <code>{proof?.id ?? dots(blockId.length)}</code>
          </div>
        </>
      )}
      <IdVerdict proof={proof} />
    </div>
  );
}

function IdVerdict({ proof }: { proof: IdProof | undefined }) {
  const state = proof === undefined ? "unchecked" : proof.id === proof.expected ? "ok" : "bad";
  const { tone, icon } = STATES[state];
  const words = {
    unchecked: "Not computed yet",
    ok: "Equal to the id of this page",
    bad: `Not the id of this page, ${proof?.expected}`,
  };
  return (
    <div className={verdict(tone)}>
      <Icon name={icon} />
      {words[state]}
    </div>
  );
}

function dots(length: number): string {
  return "·".repeat(length);
}
