import { expect, test } from "vitest";
import { fromHex } from "../../codec/bytes";
import { effectsOfKind } from "../../effects";
import { parseId } from "../../ids";
import { readVectors } from "../../vectors/read";
import { decodePTx, effectsOf } from ".";

// The samples of each type list its effects.

test("a validator of another subnet has no BLS key", () => {
  const { samples } = readVectors<{ samples: { constructed?: string; bytes: string }[] }>(
    "../p/vectors/add-permissionless-validator.json",
  );
  const effects = effectsOf(decodePTx(fromHex(samples.at(-1)?.bytes ?? "")));
  const [added] = effectsOfKind(effects, "staker.added");
  expect(added).toMatchObject({ subnetId: parseId("SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU") });
  expect(added).not.toHaveProperty("bls");
});
