/** The UTC days on which someone made a contract. */
export interface DeployerDayTable {
  /** Unix hour that the day begins with. */
  start_hour: number;
  address_id: number;
}
