/** Whether the only thing wrong with an unhealthy node is that no other node is connected, as with a recorded one. */
export function isAlone({
  failingChecks = [],
  peers,
}: {
  failingChecks?: readonly string[] | undefined;
  peers?: number | undefined;
}): boolean {
  return peers === 0 && String(failingChecks) === "network";
}
