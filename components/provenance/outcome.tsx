"use client";

import { groupDigits } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { useCheckAnswer } from "./checker";
import { type Check, hasFailed, type IdProof } from "./report";

/** Head pill: accepted by consensus, unless the bytes this page shows say otherwise. */
export function AcceptedPill() {
  const answer = useCheckAnswer();
  if (answer === undefined || ("report" in answer && !hasFailed(answer.report)))
    return <StatusPill status="accepted" />;
  return "fault" in answer ? (
    <StatusPill status="accepted" />
  ) : (
    <StatusPill status="failed" word="Bytes differ" />
  );
}

/** Word beside the time, leading to the checks. */
export function CheckedLink() {
  const answer = useCheckAnswer();
  const [tone, icon, word]: [string, IconName, string] =
    answer === undefined
      ? ["dim", "ring", "Not checked yet"]
      : "fault" in answer
        ? ["dim", "ring", "Could not be checked"]
        : hasFailed(answer.report)
          ? ["bad", "bad", "Check failed"]
          : ["ok", "shield", "Checked"];
  return (
    <a className={`st st-${tone}`} href="#checked">
      <Icon name={icon} />
      {word}
    </a>
  );
}

/**
 * The checks, "Not checked yet" until they are done. `titles` are those to expect, so that the panel keeps its height;
 * `long` shows every step from the bytes to the id.
 */
export function CheckedPanel({ titles, long = false }: { titles: string[]; long?: boolean }) {
  const answer = useCheckAnswer();
  const report = answer !== undefined && "report" in answer ? answer.report : undefined;
  const waiting =
    answer !== undefined && "fault" in answer ? `Could not be checked: ${answer.fault}.` : "Not checked yet.";
  const checks =
    report?.checks ?? titles.map((title): Check => ({ title, state: "unasked", detail: waiting }));
  return (
    <Panel id="checked" title="Checked in your browser">
      {long && report !== undefined && <Steps proof={report.proof} />}
      <ol className="prov" aria-live="polite">
        {!(long && report !== undefined) && (
          <CheckItem
            check={
              report === undefined
                ? { title: ID_TITLE, state: "unasked", detail: waiting }
                : idCheck(report.proof, report.ms)
            }
          />
        )}
        {checks.map((check) => (
          <CheckItem key={check.title} check={check} />
        ))}
      </ol>
    </Panel>
  );
}

const ID_TITLE = "Id matches the bytes";

function idCheck(proof: IdProof, ms: number): Check {
  if (proof.base58 !== proof.expected) {
    return {
      title: ID_TITLE,
      state: "bad",
      detail: `sha256 of ${groupDigits(proof.size)} bytes is ${proof.base58}, not the id of this page.`,
    };
  }
  const time = ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
  return {
    title: ID_TITLE,
    state: "ok",
    detail: `sha256 of ${groupDigits(proof.size)} signed bytes is this id. All computed in your browser in ${time} ms.`,
  };
}

const STATES = {
  ok: { tone: "ok", icon: "ok", word: "Holds" },
  bad: { tone: "bad", icon: "bad", word: "Fails" },
  unasked: { tone: "dim", icon: "ring", word: "Not checked" },
} as const satisfies Record<Check["state"], { tone: string; icon: IconName; word: string }>;

function CheckItem({ check }: { check: Check }) {
  const { tone, icon, word } = STATES[check.state];
  return (
    <li>
      <span className={`st st-${tone}`}>
        <Icon name={icon} />
        <span className="sr">{word}</span>
      </span>
      <div>
        <b>{check.title}</b>
        <p>{check.detail}</p>
      </div>
    </li>
  );
}

function Steps({ proof }: { proof: IdProof }) {
  const equal = proof.base58 === proof.expected;
  return (
    <div className="vfy">
      <div className="vl">
        <span>sha256 of {groupDigits(proof.size)} bytes</span>
        <code>{proof.sha256.match(/.{16}/g)?.join(" ")}</code>
      </div>
      <div className="vl">
        <span>checksum, last 4 bytes of its sha256</span>
        <code>{proof.checksum}</code>
      </div>
      <div className="vl">
        <span>base58</span>
        <code>{proof.base58}</code>
      </div>
      <div className={equal ? "vr st st-ok" : "vr st st-bad"}>
        <Icon name={equal ? "ok" : "bad"} />
        {equal ? "Equal to the id of this page" : `Not the id of this page, ${proof.expected}`}
      </div>
    </div>
  );
}
