import { basename, delimiter, dirname } from "node:path";
import { IS_PACKAGE } from "./process.mjs";

/**
 * Lets messages name commands as they are typed where this Firn was started, unless the operator says how: by npm, by a name
 * on the path, or by its file. Services inherit it.
 * @param {NodeJS.ProcessEnv} env
 */
export function nameCommands(env, isPackage = IS_PACKAGE, script = process.argv[1] ?? "") {
  env.FIRN_COMMAND ||= commandName(env, isPackage, script);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isPackage
 * @param {string} script
 */
function commandName(env, isPackage, script) {
  if (env.npm_command !== undefined) return isPackage ? "npx firn-explorer" : "npx firn";
  const isOnPath = env.PATH?.split(delimiter).includes(dirname(script));
  return isOnPath ? basename(script) : `node ${script}`;
}
