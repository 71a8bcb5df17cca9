/** A balance that only the node knows, while it does not answer. */
export const UNKNOWN_BALANCE = (
  <span
    className="text-ink-3"
    title="Only the node knows this balance, and it did not answer. Reload the page to try again."
  >
    not known
  </span>
);
