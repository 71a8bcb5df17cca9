import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import { describeError } from "../errors";
import type { Post } from "./post";

/** A message as it is kept until a mail server takes it. */
export interface Mail {
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  /** Unique; a repetition has the same one, by which mailboxes know it. */
  id: string;
}

/** From the connection to the server's answer to each command. */
const TIMEOUT_MS = 10_000;

/**
 * Sends what is for an `smtp:` or `smtps:` URL as e-mail, whose body is a `Mail`; everything else goes to `post`. A user's
 * password goes to another machine only over TLS.
 */
export function withMail(post: Post, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Post {
  return async (request) => {
    const { url, body, signal } = request;
    if (!isMailUrl(url)) return post(request);
    const { hostname, port, protocol, username, password } = new URL(url);
    const transport = createTransport({
      host: hostname.replace(/^\[|\]$/g, ""),
      secure: protocol === "smtps:",
      ...(port !== "" && { port: Number(port) }),
      ...(username !== "" && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      requireTLS: username !== "" && !isThisMachine(hostname),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // A message is text alone: nothing is read for it.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { id, ...mail } = JSON.parse(body) as Mail;
    const sent = transport.sendMail({ ...mail, to: [...mail.to], messageId: `<${id}@firn>` }).then(
      () => ({ ok: true }) as const,
      (error: unknown) => ({ ok: false, reason: describeError(error) }) as const,
    );
    const done = new AbortController();
    const stopped = new Promise<undefined>((resolve) => {
      signal.addEventListener("abort", () => resolve(undefined), { once: true, signal: done.signal });
      if (signal.aborted) resolve(undefined);
    });
    // A connection that is being made ends by its own limits.
    return Promise.race([sent, stopped]).finally(() => {
      done.abort();
      transport.close();
    });
  };
}

/** Whether a text is the URL of a mail server, with a user and a password that can be read, or without. */
export function isMailUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

function isThisMachine(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."))
  );
}
