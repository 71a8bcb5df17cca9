import type { EvmDb } from "../../db";
import { setOf } from "../../sql/expressions";
import type { AddressTable } from "../../tables/chain";
import type { ContractTable } from "../../tables/evm/tokens";
import { inParts } from "../by-key";

/** The number of an address; undefined when nothing indexed names it. */
export async function findAddressId(db: EvmDb, address: Uint8Array): Promise<number | undefined> {
  const row = await db.selectFrom("address").select("id").where("bytes", "=", address).executeTakeFirst();
  return row?.id;
}

/** Addresses that anything indexed names, by number, which begin with 1. @param after the number before the first */
export function listAddresses(db: EvmDb, limit: number, after = 0): Promise<AddressTable[]> {
  return db.selectFrom("address").selectAll().where("id", ">", after).orderBy("id").limit(limit).execute();
}

/** The highest number of an address, and so how many there are; 0 while there is none. */
export async function countAddresses(db: EvmDb): Promise<number> {
  const last = await db.selectFrom("address").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return last?.id ?? 0;
}

/** Numbers of addresses. Those that nothing indexed names have none. */
export async function findAddressIds(db: EvmDb, addresses: readonly Uint8Array[]): Promise<AddressTable[]> {
  return inParts(db, addresses, (part) =>
    db.selectFrom("address").selectAll().where("bytes", "in", setOf(part)).execute(),
  );
}

/** An address in a transaction or movement, with its contract if it is one. */
export interface Party {
  address: Uint8Array;
  contract: ContractTable | undefined;
}

/** Addresses with their contracts, by number. */
export async function readParties(db: EvmDb, ids: Iterable<number | null>): Promise<Map<number, Party>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const [addresses, contracts] = await Promise.all([
    inParts(db, wanted, (part) =>
      db.selectFrom("address").selectAll().where("id", "in", setOf(part)).execute(),
    ),
    inParts(db, wanted, (part) =>
      db.selectFrom("contract").selectAll().where("address_id", "in", setOf(part)).execute(),
    ),
  ]);
  const byId = new Map(contracts.map((contract) => [contract.address_id, contract]));
  return new Map(addresses.map(({ id, bytes }) => [id, { address: bytes, contract: byId.get(id) }]));
}

/** Addresses with their contracts; those that nothing indexed names are left out. */
export async function readPartiesByAddress(db: EvmDb, addresses: readonly Uint8Array[]): Promise<Party[]> {
  const rows = await inParts(db, addresses, (part) =>
    db.selectFrom("address").select("id").where("bytes", "in", setOf(part)).execute(),
  );
  return [
    ...(
      await readParties(
        db,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
}
