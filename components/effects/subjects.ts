import type { ComponentType } from "react";
import type { EffectKind } from "@/lib/avalanche/effects";
import { AssetDetails } from "./asset";
import { BlockchainDetails } from "./blockchain";
import { L1ValidatorDetails } from "./l1-validator";
import { StakingDetails } from "./staker";
import { SubnetDetails } from "./subnet";
import { TimeDetails } from "./time";
import type { TxDetails } from "./tx-context";

/** A section of a transaction page, filled by one subject of effects. */
export interface Subject {
  /** Anchor of the section. */
  id: string;
  title: string;
  Details: ComponentType<{ details: TxDetails }>;
}

/** The part of an effect kind before its dot. UTXOs have the flow instead of a panel. */
type SubjectName = Exclude<EffectKind extends `${infer Name}.${string}` ? Name : never, "utxo">;

/** In page order. */
const SUBJECTS = {
  staker: { id: "stake", title: "Staking", Details: StakingDetails },
  subnet: { id: "subnet", title: "Subnet", Details: SubnetDetails },
  l1Validator: { id: "l1", title: "L1 validators", Details: L1ValidatorDetails },
  blockchain: { id: "blockchain", title: "Blockchain", Details: BlockchainDetails },
  asset: { id: "asset", title: "Asset", Details: AssetDetails },
  time: { id: "time", title: "Chain time", Details: TimeDetails },
} satisfies Record<SubjectName, Subject>;

/** The sections that a transaction needs. */
export function subjectsOf(details: TxDetails): Subject[] {
  const names = new Set(details.effects.map(({ kind }) => kind.split(".")[0]));
  return Object.entries(SUBJECTS).flatMap(([name, subject]) => (names.has(name) ? [subject] : []));
}
