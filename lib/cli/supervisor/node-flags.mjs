/**
 * What Node is told when it runs a service. An indexer that catches up keeps two threads busy: with helpers for garbage
 * collection beside them a machine of few cores does the same work with a sixth more of its time.
 * @param {string} service
 * @returns {string[]}
 */
export function nodeFlags(service) {
  return service === "index" ? ["--single-threaded-gc", "--initial-old-space-size=64"] : [];
}
