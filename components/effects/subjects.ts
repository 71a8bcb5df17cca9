import type { ComponentType } from "react";
import type { EffectKind } from "@/lib/avalanche/effects";
import { AssetDetails } from "./asset";
import { BlockchainDetails } from "./blockchain";
import { L1ValidatorDetails } from "./l1-validator";
import type { Story } from "./scene";
import { StakingDetails } from "./staker";
import { SubnetDetails } from "./subnet";
import { TimeDetails } from "./time";

/** A section of a transaction page that one subject of effects fills. */
export interface Subject {
  /** Anchor of the section. */
  id: string;
  title: string;
  Details: ComponentType<{ story: Story }>;
}

/** The part of a kind before its dot. UTXOs have the flow instead of a panel. */
type SubjectName = Exclude<EffectKind extends `${infer Name}.${string}` ? Name : never, "utxo">;

/** In the order of the page. */
const SUBJECTS = {
  staker: { id: "stake", title: "Staking", Details: StakingDetails },
  subnet: { id: "subnet", title: "Subnet", Details: SubnetDetails },
  l1Validator: { id: "l1", title: "L1 validators", Details: L1ValidatorDetails },
  blockchain: { id: "blockchain", title: "Blockchain", Details: BlockchainDetails },
  asset: { id: "asset", title: "Asset", Details: AssetDetails },
  time: { id: "time", title: "Chain time", Details: TimeDetails },
} satisfies Record<SubjectName, Subject>;

/** The sections this transaction needs. */
export function subjectsOf(story: Story): Subject[] {
  const names = new Set(story.effects.map(({ kind }) => kind.split(".")[0]));
  return Object.entries(SUBJECTS).flatMap(([name, subject]) => (names.has(name) ? [subject] : []));
}
