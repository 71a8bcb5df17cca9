import type { Mail } from "../../client/mail";
import { asTyped } from "../../command-names";
import type { Severity } from "../../contract/alert-settings";
import type { FirnAlert } from "../../contract/firn/alerts";
import { hrefTo } from "../../contract/pages";
import { canonicalJson } from "../../delivery/signature";
import { ALERT_GUIDES, severityOf } from "../../words/alert-guide";
import { wordsOfAlert } from "../../words/alerts";
import { formatAmount, formatDuration, formatTime, groupDigits, plural } from "../../words/format";
import type { Happening, Moved } from "./activity";
import type { Channel } from "./settings";

/** What a channel is told of an alert: that it is there, that it still is, that it is over; or a test. */
export type NoteState = "on" | "still" | "over" | "test";

/** A message, before it has a channel's form. Times: unix ms. */
export interface Note {
  id: string;
  state: NoteState;
  severity: Severity;
  title: string;
  text: string;
  mend?: string | undefined;
  /** The page about it, if the web's address is known. */
  link?: string | undefined;
  sinceMs?: number | undefined;
  atMs: number;
  alert?: FirnAlert | undefined;
  activity?: Activity | undefined;
}

/** Amounts in base units. */
export interface Activity {
  address: string;
  name: string | undefined;
  /** As in addresses of pages: p, x, c, or an EVM chain id. */
  chain: string;
  txHash: string;
  txType: string | undefined;
  failed: boolean;
  blockNumber: string;
  /** Unix seconds. */
  timestamp: number | undefined;
  moved: (Omit<Moved, "amount"> & { amount: string })[];
  nfts: number;
}

export interface NoteOf {
  id: string;
  state: Exclude<NoteState, "test">;
  alert: FirnAlert;
  sinceMs: number;
  nowMs: number;
  web: string | undefined;
}

/** An alert in words, for people who do not look at a page. */
export function noteOf({ id, state, alert, sinceMs, nowMs, web }: NoteOf): Note {
  const { title, text, href = hrefTo("status") } = plainWords(alert, nowMs);
  const note = {
    id,
    state,
    severity: severityOf(alert),
    sinceMs,
    atMs: nowMs,
    alert,
    link: web === undefined ? undefined : web + href,
  };
  if (state === "over") {
    const lasted = plain(formatDuration(nowMs - sinceMs));
    return { ...note, title: `Over: ${title}`, text: `It lasted ${lasted}.` };
  }
  const since = state === "still" ? ` It began on ${formatTime(sinceMs)}.` : "";
  const { mend } = ALERT_GUIDES[alert.kind];
  return {
    ...note,
    title: state === "still" ? `Still: ${title}` : title,
    text: text + since,
    mend: asTyped(mend),
  };
}

/** A transaction of a watched address in words, and as a receiver of JSON gets it. */
export function activityNote(
  id: string,
  happening: Happening,
  { web, nowMs }: { web: string | undefined; nowMs: number },
): Note {
  const { watched, segment, chain, txHash, txType, failed, height, atMs, moved, nfts } = happening;
  const href = hrefTo("tx", { chain: segment, id: txHash });
  const at = atMs === undefined ? "" : ` on ${formatTime(atMs)}`;
  const kind = txType === undefined ? "A transaction" : txType;
  return {
    id,
    state: "on",
    severity: "info",
    atMs: nowMs,
    title: plain(titleOf(happening)),
    text: plain(`${kind} in block ${groupDigits(height)} of the ${chain}${at}: ${txHash}`),
    link: web === undefined ? undefined : web + href,
    activity: {
      address: watched.address,
      name: watched.name,
      chain: segment,
      txHash,
      txType,
      failed,
      blockNumber: String(height),
      timestamp: atMs === undefined ? undefined : atMs / 1_000,
      nfts,
      moved: moved.map((one) => ({ ...one, amount: String(one.amount) })),
    },
  };
}

/** Movements that a title names. */
const MOST_NAMED = 3;

function titleOf({ watched: { address, name = shorten(address) }, failed, moved, nfts }: Happening): string {
  if (failed) return `A transaction with ${name} failed`;
  const named = (isIn: boolean) => {
    const amounts = moved.filter(({ amount }) => amount > 0n === isIn).map(amountOf);
    const more = amounts.length - MOST_NAMED;
    return [...amounts.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  };
  const parts = [named(true) && `received ${named(true)}`, named(false) && `sent ${named(false)}`];
  const said = parts.filter(Boolean).join(", and ");
  if (said !== "") return `${name} ${said}`;
  if (nfts > 0) return `${name} received or sent ${plural(nfts, "NFT")}`;
  return `${name} took part in a transaction`;
}

/** The ends of an address or id, by which people know it. */
function shorten(text: string): string {
  return text.length <= 24 ? text : `${text.slice(0, 14)}…${text.slice(-6)}`;
}

function amountOf({ amount, decimals, symbol, id = "" }: Moved): string {
  const unit = symbol === undefined || symbol === "" ? shorten(id) : symbol;
  return formatAmount(amount < 0n ? -amount : amount, decimals, unit);
}

/** What `firn alerts test` sends. */
export function testNote(id: string, nowMs: number): Note {
  return {
    id,
    state: "test",
    severity: "info",
    atMs: nowMs,
    title: "Firn can reach you here",
    text: "This is a test. Alerts come to this channel as its settings say.",
  };
}

function plainWords(alert: FirnAlert, nowMs: number) {
  const { title, text, href } = wordsOfAlert(alert, nowMs);
  return { title: plain(title), text: plain(asTyped(text)), href };
}

/** Thin spaces come out wrong in some readers. */
function plain(text: string): string {
  return text.replaceAll("\u2009", " ");
}

/** The JSON that a channel is sent, or that an e-mail is made of. */
export function bodyOf(channel: Channel, note: Note): string {
  const { title, text, mend, link } = note;
  const lines = [text, ...(mend === undefined ? [] : [`To mend it: ${mend}`])];
  switch (channel.type) {
    case "webhook": {
      const { sinceMs: since, atMs: at, ...rest } = note;
      return canonicalJson({
        type: note.activity ? "activity" : "alert",
        channel: channel.name,
        ...rest,
        since,
        at,
      });
    }
    case "ntfy":
      return JSON.stringify({
        topic: channel.topic,
        title,
        message: lines.join("\n"),
        priority: priorityOf(note),
        tags: [tagOf(note)],
        click: link,
      });
    case "slack": {
      const shown = [`*${escapeSlack(title)}*`, ...lines.map(escapeSlack), ...(link ? [link] : [])];
      return JSON.stringify({ text: shown.join("\n") });
    }
    case "email": {
      const mail: Mail = {
        from: channel.from,
        to: channel.to,
        id: note.id,
        subject: `Firn: ${title}`,
        text: [...lines, ...(link ? [link] : [])].join("\n\n"),
      };
      return JSON.stringify(mail);
    }
    case "telegram":
      return JSON.stringify({
        chat_id: channel.chat,
        text: [title, ...lines, ...(link ? [link] : [])].join("\n"),
        disable_web_page_preview: true,
      });
  }
}

/** @source docs.ntfy.sh: 1 to 5, 3 is the default */
function priorityOf({ state, severity }: Note): number {
  if (state === "over" || state === "test" || severity === "info") return 3;
  return severity === "critical" ? 5 : 4;
}

/** An emoji of ntfy. */
function tagOf({ state, severity }: Note): string {
  if (state === "over") return "white_check_mark";
  if (state === "test" || severity === "info") return "information_source";
  return severity === "critical" ? "rotating_light" : "warning";
}

/** @source Slack's mrkdwn: these three have a meaning */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
