import Link from "next/link";
import { Chip } from "@/components/list/chip";
import { nodeCommand } from "@/components/provenance/commands";
import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { LIST_END } from "@/components/ui/layout";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { AuditEntry } from "@/lib/contract/operator/audit";
import { pick } from "../pick";
import { CALL_DETAILS, CallText } from "./calls";
import { callSentence } from "./sentence";

/** Filter of the audit, with the contract's names. */
export interface AuditFilter {
  who?: string | undefined;
  method?: string | undefined;
  outcome?: string | undefined;
  before?: number | undefined;
}

interface AuditProps {
  /** Path of the session, "/admin/…". */
  at: string;
  /** Undefined when the operator did not answer. */
  entries: AuditEntry[] | undefined;
  /** Set when there are older entries. */
  nextBefore: number | undefined;
  filter: AuditFilter;
  /** Values to filter by. */
  methods: readonly string[];
  outcomes: readonly string[];
  /** URL of the node, for the commands. */
  nodeUrl: string;
}

const COLUMNS = [{ label: "What" }, { label: "Call" }, { label: "Who" }, { label: "When", right: true }];

/** The audit, newest first. Filters are chips and part of the URL. */
export function Audit({ at, entries, nextBefore, filter, methods, outcomes, nodeUrl }: AuditProps) {
  const { before, ...chosen } = filter;
  return (
    <Panel
      id="audit"
      title="Audit log"
      aside="kept by Firn"
      actions={
        <a className={button({ size: "small" })} href={`${at}/audit/csv${query(chosen)}`} download>
          <Icon name="csv" />
          CSV
        </a>
      }
    >
      <form
        className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-3"
        action={`${at}#audit`}
      >
        <Choice name="method" label="Call" values={methods} chosen={filter.method} />
        <Choice name="outcome" label="Outcome" values={outcomes} chosen={filter.outcome} />
        <label className={field()}>
          <span className="text-ink-2">Who</span>
          <input
            name="who"
            defaultValue={filter.who}
            placeholder="session"
            pattern="[a-z0-9]{1,16}"
            size={8}
          />
        </label>
        <button type="submit" className={button({ size: "small" })}>
          Filter
        </button>
        {Object.entries(chosen).map(
          ([name, value]) =>
            value !== undefined && (
              <Chip
                key={name}
                name={name}
                value={value}
                withoutHref={`${at}${query({ ...chosen, [name]: undefined })}#audit`}
              />
            ),
        )}
      </form>
      {entries === undefined || entries.length === 0 ? (
        <p className={PANEL_NOTE}>
          {entries === undefined ? "The audit log could not be read." : "No entries match."}
        </p>
      ) : (
        <Table caption="Audit log" columns={COLUMNS}>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} nodeUrl={nodeUrl} />
          ))}
        </Table>
      )}
      {(before !== undefined || nextBefore !== undefined) && (
        <div className={LIST_END}>
          {before !== undefined && (
            <Link prefetch={false} href={`${at}${query(chosen)}#audit`}>
              Newest
            </Link>
          )}
          {nextBefore !== undefined && (
            <Link prefetch={false} href={`${at}${query({ ...chosen, before: nextBefore })}#audit`} rel="next">
              Older
            </Link>
          )}
        </div>
      )}
    </Panel>
  );
}

function AuditRow({ entry, nodeUrl }: { entry: AuditEntry; nodeUrl: string }) {
  const { id, who, method, outcome, atMs } = entry;
  return (
    <Row id={`audit-${id}`}>
      <Cell at="a" wraps>
        <details className={CALL_DETAILS}>
          <summary className={outcome === "done" ? undefined : "text-bad"}>{entrySentence(entry)}</summary>
          <EntryText entry={entry} nodeUrl={nodeUrl} />
        </details>
      </Cell>
      <Cell at="c">
        <span className="font-mono text-small tracking-snug">{method}</span>
      </Cell>
      <Cell at="d">{who === "timer" || who === "nobody" ? who : `session ${who}`}</Cell>
      <Cell right at="b">
        <TimeAgo at={atMs} />
      </Cell>
    </Row>
  );
}

/** An entry in a few words. */
export function entrySentence({ who, ...entry }: AuditEntry): string {
  return callSentence({ ...entry, isTimer: who === "timer" });
}

/** The call of an entry, rebuilt from its parameters, with the answer. Events of the console have no call. */
export function EntryText({ entry, nodeUrl }: { entry: AuditEntry; nodeUrl: string }) {
  const { method, parameters, said } = entry;
  if (!method.startsWith("admin.")) return <CallText answer={said ?? parameters} />;
  const params = readParams(parameters);
  return (
    <CallText
      request={JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}
      answer={said}
      curl={nodeCommand(nodeUrl, { api: "admin", method, params }).text}
    />
  );
}

function readParams(parameters: string): Record<string, string> {
  try {
    const { putBackAfterMinutes, ...params } = JSON.parse(parameters);
    return params;
  } catch {
    return {};
  }
}

function Choice(props: {
  name: string;
  label: string;
  values: readonly string[];
  chosen: string | undefined;
}) {
  const { name, label, values, chosen } = props;
  return (
    <select className={pick()} name={name} aria-label={label} defaultValue={chosen ?? ""} key={chosen}>
      <option value="">{label}: all</option>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  );
}

function query(filter: AuditFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? "" : `?${search}`;
}
