import { formatAvax, groupDigits } from "@/components/ui/format";
import type { L1ValidatorEffect } from "@/lib/avalanche/effects";
import type { Tellers } from "./scene";
import { tell } from "./words";

/** Words of L1 validators, who pay a continuous fee from a balance. */
export const l1ValidatorTellers: Tellers<L1ValidatorEffect> = {
  "l1Validator.registered": {
    rank: 5,
    say(effect) {
      const balance = effect.balance === 0n ? "no balance" : formatAvax(effect.balance);
      return tell("Register", "Registered", `an L1 validator with ${balance}`);
    },
  },
  "l1Validator.weightSet": {
    rank: 5,
    say(effect) {
      if (effect.weight === 0n) return tell("Remove", "Removed", "an L1 validator");
      return tell("Set", "Set", `the weight of an L1 validator to ${groupDigits(effect.weight)}`);
    },
  },
  "l1Validator.balanceIncreased": {
    rank: 5,
    say: (effect) => ({
      present: `Top up an L1 validator with ${formatAvax(effect.amount)}`,
      past: `Topped up an L1 validator with ${formatAvax(effect.amount)}`,
    }),
  },
  "l1Validator.disabled": { rank: 5, say: () => tell("Disable", "Disabled", "an L1 validator") },
};
