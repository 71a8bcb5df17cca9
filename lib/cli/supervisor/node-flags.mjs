/**
 * Node's flags for a service. An indexer that catches up keeps two threads busy. On a machine with few cores, garbage
 * collection threads beside them make the same work take a sixth longer.
 * @param {string} service
 * @returns {string[]}
 */
export function nodeFlags(service) {
  return service === "index" ? ["--single-threaded-gc", "--initial-old-space-size=64"] : [];
}
