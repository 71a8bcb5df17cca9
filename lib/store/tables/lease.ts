/** The one writer of a store. */
export interface LeaseTable {
  name: string;
  /** Who holds it: anything unique per process. */
  holder: string;
  /** Unix ms; from then on anybody may take it. */
  expires_at_ms: number;
}
