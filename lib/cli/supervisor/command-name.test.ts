import { expect, it } from "vitest";
import { nameCommands } from "./command-name.mjs";

it.each([
  ["npm, in the repository", { npm_command: "start" }, false, "/src/firn/lib/cli/start.mjs", "npx firn"],
  ["npm, in a package", { npm_command: "exec" }, true, "/x/.bin/firn-explorer", "npx firn-explorer"],
  ["a name on the path", { PATH: "/bin:/usr/bin" }, true, "/usr/bin/firn-explorer", "firn-explorer"],
  ["a file", { PATH: "/usr/bin" }, false, "/opt/firn/lib/cli/start.mjs", "node /opt/firn/lib/cli/start.mjs"],
  ["the operator", { FIRN_COMMAND: "kubectl exec firn -- firn" }, true, "/x/y", "kubectl exec firn -- firn"],
])("a command is typed as Firn was started: by %s", (_how, given, isPackage, script, expected) => {
  const env = { NODE_ENV: "test", ...given } as NodeJS.ProcessEnv;
  nameCommands(env, isPackage, script);
  expect(env.FIRN_COMMAND).toBe(expected);
});
