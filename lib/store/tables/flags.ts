import type { EvmTables } from "./evm";
import type { PrimaryTables } from "./index";

type FlagOf<Row> = { [Column in keyof Row]-?: Row[Column] extends boolean ? Column : never }[keyof Row];

type Flags<Tables> = {
  [Table in keyof Tables as [FlagOf<Tables[Table]>] extends [never] ? never : Table]: Record<
    FlagOf<Tables[Table]>,
    true
  >;
};

/** Every column of type `boolean`, by table: not every engine has such a type. */
export const FLAGS: Flags<PrimaryTables> & Flags<EvmTables> = {
  coin_wrap: { wrapped: true },
  contract: { asks_node: true, wraps_coin: true },
  internal_transaction: { reverted: true },
  stake: { permissioned: true },
  stream_status: { node_reachable: true },
  utxo: { staked: true },
};
