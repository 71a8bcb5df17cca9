import { plural } from "@/components/ui/format";
import type { SubnetEffect } from "@/lib/avalanche/effects";
import { effectsOfKind, type Tellers } from "./scene";
import { sayId, sayOwner, saySubnet, tell } from "./words";

/** Words of subnets. A conversion outranks the validators it registers. */
export const subnetTellers: Tellers<SubnetEffect> = {
  "subnet.created": {
    rank: 6,
    say: (effect, scene) =>
      tell("Create", "Created", `a subnet owned by ${sayOwner(effect.owner, scene.network)}`),
  },
  "subnet.ownerChanged": {
    rank: 6,
    say: (effect, scene) =>
      tell(
        "Transfer",
        "Transferred",
        `${saySubnet(effect.subnetId)} to ${sayOwner(effect.owner, scene.network)}`,
      ),
  },
  "subnet.transformed": {
    rank: 6,
    say: (effect) =>
      tell("Open", "Opened", `${saySubnet(effect.subnetId)} to stakers of asset ${sayId(effect.assetId)}`),
  },
  "subnet.converted": {
    rank: 6,
    say(effect, scene) {
      const validators = effectsOfKind(scene.effects, "l1Validator.registered").length;
      return tell(
        "Convert",
        "Converted",
        `${saySubnet(effect.subnetId)} to an L1 with ${plural(validators, "validator")}`,
      );
    },
  },
};
