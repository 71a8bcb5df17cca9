import { parseArgs } from "node:util";
import { supervise } from "../../lib/cli/supervisor/supervise.mjs";

/**
 * `firn up` as `npm start` runs it, but without installing and building first, and without the web unless `--web` is
 * given.
 */
/** @type {typeof import("../../lib/cli/plan")} */
const { planUp } = await import(String(new URL("../../dist/plan.mjs", import.meta.url)));
const plan = await planUp([], process.env);
const { web } = parseArgs({ options: { web: { type: "boolean" } } }).values;
/** @param {{ name: string }} service */
const isWanted = ({ name }) => name !== "web" || web;
await supervise({ ...plan, waves: plan.waves.map((wave) => wave.filter(isWanted)) }, false);
