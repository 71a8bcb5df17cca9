/**
 * Whether a request's `Host` header names this Firn: a name that its operator lists (FIRN_ALLOWED_HOSTS), or the
 * address it listens on, with any port. A name that somebody else points at this machine is refused, so that a page
 * under that name cannot read what is served here.
 */
export function isAllowedHost(
  header: string,
  { allowedHosts, host }: { allowedHosts: readonly string[]; host: string },
): boolean {
  const name = header.replace(/:\d+$/, "").toLowerCase();
  // If Firn listens on every address, its own services reach each other by loopback.
  const own = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name) || own.toLowerCase() === name;
}

/** The message to a refused client. */
export function hostRefusal(header: string): { message: string; hint: string } {
  return {
    message: `this Firn does not answer to the host "${header.slice(0, 100)}"`,
    hint: "add its name to FIRN_ALLOWED_HOSTS and restart Firn",
  };
}
