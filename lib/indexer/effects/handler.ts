import type { Effect, EffectOf } from "../../avalanche/effects";
import type { LedgerEffect, LedgerEffectOf } from "../../avalanche/ledger/effects";
import type { Needs } from "../rows/needs";
import type { Projection, TxContext } from "../rows/projection";

/** Which rows an effect of a transaction needs, and which it writes. */
export interface EffectHandler<E> {
  /** Adds the rows to load first; others are not found. An effect that needs none uses `needsNothing`. */
  addNeeds(needs: Needs, effect: E, txId: Uint8Array): void;
  rows(context: TxContext, effect: E): void;
}

export type EffectHandlers<E extends Effect> = { [K in E["kind"]]: EffectHandler<EffectOf<K>> };

/** An `EffectHandler` of the ledger's effects. The transaction that caused one is always loaded. */
export interface LedgerHandler<E> {
  addNeeds(needs: Needs, effect: E): void;
  rows(projection: Projection, effect: E, height: number): void;
}

export type LedgerHandlers<K extends LedgerEffect["kind"]> = { [P in K]: LedgerHandler<LedgerEffectOf<P>> };

/** For an effect that needs no stored row. */
export const needsNothing = () => {};

/** For an effect that has no rows of its own. */
export const none = { addNeeds: needsNothing, rows() {} };
