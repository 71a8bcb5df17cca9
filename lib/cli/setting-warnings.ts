import { CONFIG_TABLE, unknownSettings } from "../config";
import { nearestName } from "./did-you-mean";

/**
 * A sentence for each FIRN_ variable that is no setting, with the one it may misspell. Nothing is refused for it: an
 * environment may serve an older or newer Firn too, and one that goes back a version has to start.
 */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = CONFIG_TABLE.map(({ name }) => name);
  return unknownSettings(env).map((name) => {
    const meant = nearestName(name, known);
    const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
    return `${name} is not a setting of Firn and changes nothing${hint}`;
  });
}
