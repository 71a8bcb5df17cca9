/** A level of one logger that is not what it was before Firn first changed it. */
export interface PutBackTable {
  logger_name: string;
  target: "file" | "display";
  /** What it was changed to, and what it goes back to: names of levels as the node writes them. */
  level: string;
  goes_back_to: string;
  /** Unix ms. */
  changed_at_ms: number;
  /** Short id of the session that changed it last. */
  changed_by: string;
  /** Unix ms; null: only by hand. */
  due_at_ms: number | null;
  /** Why it did not go back when due. */
  last_error: string | null;
}
