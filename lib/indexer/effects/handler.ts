import type { Effect, EffectOf } from "../../avalanche/effects";
import type { LedgerEffect, LedgerEffectOf } from "../../avalanche/ledger/effects";
import type { Projection, TxContext } from "../rows/projection";
import type { Wanted } from "../rows/wanted";

/** The rows that an effect of a transaction needs, and those it makes. */
export interface EffectHandler<E> {
  /** Names the rows to load first. One that is not loaded is not found: an effect that needs none says `nothing`. */
  needs(wanted: Wanted, effect: E, txId: Uint8Array): void;
  rows(context: TxContext, effect: E): void;
}

export type EffectHandlers<E extends Effect> = { [K in E["kind"]]: EffectHandler<EffectOf<K>> };

/** An `EffectHandler` of the ledger's effects. The transaction that caused one is always loaded. */
export interface LedgerHandler<E> {
  needs(wanted: Wanted, effect: E): void;
  rows(projection: Projection, effect: E, height: number): void;
}

export type LedgerHandlers<K extends LedgerEffect["kind"]> = { [P in K]: LedgerHandler<LedgerEffectOf<P>> };

/** The `needs` of an effect that needs no stored row. */
export const nothing = () => {};

/** Of an effect that has no rows of its own. */
export const none = { needs: nothing, rows() {} };
