import { CONFIG_TABLE, unknownSettings } from "../config";
import { nearestName } from "./did-you-mean";

/**
 * One warning for each FIRN_ variable that is not a setting, with the setting it may misspell. Firn starts in any case:
 * the environment may also serve an older or newer Firn, and an operator who goes back a version must be able to start
 * it.
 */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = CONFIG_TABLE.map(({ name }) => name);
  return unknownSettings(env).map((name) => {
    const meant = nearestName(name, known);
    const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
    return `${name} is not a setting of Firn and changes nothing${hint}`;
  });
}
