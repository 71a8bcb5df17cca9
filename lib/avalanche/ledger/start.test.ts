import { expect, it } from "vitest";
import { decodeGenesis } from "../genesis/genesis";
import { buildGenesis } from "../genesis/genesis-build";
import { localGenesisConfig } from "../genesis/genesis-local";
import { PRIMARY_NETWORK_ID } from "../ids";
import { rulesOfNetwork } from "./rules";
import { startLedger } from "./start";

it("starts from a genesis with its validators staking, and their potential rewards minted in listed order", () => {
  const genesis = decodeGenesis(buildGenesis(localGenesisConfig()));
  const { state, effects } = startLedger(genesis, rulesOfNetwork(12345));
  expect(state.chain()).toMatchObject({ height: 0n, time: genesis.time, blockId: genesis.block.blockId });
  const started = effects.flatMap((effect) => (effect.kind === "staker.started" ? [effect.staker] : []));
  expect(started.map(({ txId }) => txId)).toEqual(genesis.validators.map(({ txId }) => txId));
  expect(started.every(({ start, stake }) => start === genesis.time && stake.length > 0)).toBe(true);
  const minted = started.reduce((sum, { potentialReward }) => sum + potentialReward, 0n);
  expect(state.subnet(PRIMARY_NETWORK_ID)?.supply).toBe(genesis.initialSupply + minted);
  const ends = [...state.stakers("current")].map(({ end }) => end);
  expect(ends).toEqual([...ends].sort((a, b) => Number(a - b)));
});
