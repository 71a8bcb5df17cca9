import { supervise } from "../../lib/cli/supervisor/supervise.mjs";

/** `firn up` as `npm start` runs it, without installing and building first, and without the web unless it is asked for. */
const { planUp } = await import("../../dist/plan.mjs");
const plan = await planUp([], process.env);
const isWanted = ({ name }) => name !== "web" || process.argv.includes("--web");
await supervise({ ...plan, waves: plan.waves.map((wave) => wave.filter(isWanted)) }, false);
