/** Where only the node can tell an amount and did not. */
export const NOT_TOLD = (
  <span
    className="text-ink-3"
    title="Only the node can tell this balance, and it did not answer: reload the page"
  >
    not told
  </span>
);
