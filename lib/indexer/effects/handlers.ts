import type { Effect, EffectKind, EffectOf } from "../../avalanche/effects";
import type { LedgerEffect, LedgerEffectOf } from "../../avalanche/ledger/effects";
import { accountHandlers } from "./account";
import { assetHandlers } from "./asset";
import { blockchainHandlers } from "./blockchain";
import type { EffectHandler, EffectHandlers, LedgerHandler, LedgerHandlers } from "./handler";
import { none } from "./handler";
import { l1ValidatorHandlers, l1ValidatorLedgerHandlers } from "./l1-validator";
import { stakerHandlers, stakerLedgerHandlers } from "./staker";
import { subnetHandlers, subnetLedgerHandlers } from "./subnet";
import { utxoHandlers, utxoLedgerHandlers } from "./utxo";

const HANDLERS: EffectHandlers<Effect> = {
  ...utxoHandlers,
  ...accountHandlers,
  ...stakerHandlers,
  ...subnetHandlers,
  ...l1ValidatorHandlers,
  ...blockchainHandlers,
  ...assetHandlers,
  // The ledger's effects have its results.
  "time.proposed": none,
};

const LEDGER_HANDLERS: LedgerHandlers<LedgerEffect["kind"]> = {
  ...utxoLedgerHandlers,
  ...stakerLedgerHandlers,
  ...subnetLedgerHandlers,
  ...l1ValidatorLedgerHandlers,
  // These are columns of the block.
  "time.advanced": none,
  "supply.changed": none,
};

/** The handler of a transaction's effect. */
export function handlerOf<K extends EffectKind>({ kind }: EffectOf<K>): EffectHandler<EffectOf<K>> {
  const handlers: { [P in K]: EffectHandler<EffectOf<P>> } = HANDLERS;
  return handlers[kind];
}

/** The handler of a ledger effect. */
export function ledgerHandlerOf<K extends LedgerEffect["kind"]>({
  kind,
}: LedgerEffectOf<K>): LedgerHandler<LedgerEffectOf<K>> {
  const handlers: { [P in K]: LedgerHandler<LedgerEffectOf<P>> } = LEDGER_HANDLERS;
  return handlers[kind];
}
