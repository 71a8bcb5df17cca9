import { upperFirst } from "@/lib/words/sentence";
/** The node's name of an upgrade as people write it: `apricotPhasePre6` becomes "Apricot Phase Pre 6". */
export function nameOfUpgrade(name: string): string {
  return upperFirst(name.replace(/([a-z])(?=[A-Z0-9])/g, "$1 "));
}
