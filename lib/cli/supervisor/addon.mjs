/** The only package that is compiled for a version of Node. */
export const NATIVE = "better-sqlite3";
/** What is compiled of it. */
export const ADDON = "better_sqlite3.node";
/** Where it is, in the folder of a package.json, once it was compiled or downloaded there. */
export const OWN_ADDON = `node_modules/${NATIVE}/build/Release/${ADDON}`;
/** Folder in a package of Firn with a folder for each Node and system, named as `node-v127-linux-x64`. */
export const ADDONS = `node_modules/${NATIVE}/lib/binding`;

/**
 * Where an addon is looked for that was made elsewhere, for a Node and a system.
 * @param {string} abi `process.versions.modules`
 * @param {string} platform
 * @param {string} arch
 * @source the package `bindings`, 1.5.0
 */
export function addonOf(abi, platform, arch) {
  return `${ADDONS}/node-v${abi}-${platform}-${arch}/${ADDON}`;
}

/**
 * What an addon was made for, by the name of its archive on the release page of its package. Undefined for other names.
 * @param {string} name
 */
export function readAddonName(name) {
  const [, version, abi, platform, arch] =
    /^better-sqlite3-v([\d.]+)-node-v(\d+)-(\w+)-(\w+)\.tar\.gz$/.exec(name) ?? [];
  if (version === undefined || abi === undefined || platform === undefined || arch === undefined)
    return undefined;
  return { version, abi, platform, arch };
}
