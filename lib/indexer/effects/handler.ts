import type { Effect, EffectOf } from "../../avalanche/effects";
import type { LedgerEffect, LedgerEffectOf } from "../../avalanche/ledger/effects";
import type { Projection, TxContext } from "../rows/projection";
import type { Wanted } from "../rows/wanted";

/** What an effect of a transaction needs, and the rows it makes. */
export interface EffectHandler<E> {
  /** Says what must be loaded before its rows are made. */
  needs?(wanted: Wanted, effect: E, txId: Uint8Array): void;
  rows(context: TxContext, effect: E): void;
}

export type EffectHandlers<E extends Effect> = { [K in E["kind"]]: EffectHandler<EffectOf<K>> };

/** The same for an effect of the ledger. The transaction that caused it is always loaded. */
export interface LedgerHandler<E> {
  needs?(wanted: Wanted, effect: E): void;
  rows(projection: Projection, effect: E, height: number): void;
}

export type LedgerHandlers<K extends LedgerEffect["kind"]> = { [P in K]: LedgerHandler<LedgerEffectOf<P>> };

/** Of an effect that has no rows of its own. */
export const none = { rows() {} };
