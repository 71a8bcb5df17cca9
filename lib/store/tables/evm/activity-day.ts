/** Who was active on a UTC day of chain time: what hours can't be added up to. */
export interface ActivityDayTable {
  /** Unix days. */
  day: number;
  addresses: number;
  senders: number;
}
