import { startOf, termOf } from "../lib/store/rows/log-terms";

const SECTION_BLOCKS = startOf(1);
const SECTION_GROUPS = termOf(1, 0);

/** The first height of a row of `log_term`, as SQL. */
export const TERM_HEIGHT = `(term / ${termOf(0, SECTION_BLOCKS)} * ${SECTION_BLOCKS}
  + term % ${SECTION_GROUPS} * ${SECTION_BLOCKS / SECTION_GROUPS})`;
