/** The one writer of a store. */
export interface LeaseTable {
  name: string;
  /** Who holds it: anything unique per process. */
  holder: string;
  /** Of older Firns, whose leases ran out; 0 since a lease lasts as long as its holder. */
  expires_at_ms: number;
}
