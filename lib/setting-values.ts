import { isIP } from "node:net";

/** What the text of a setting may be. Each throws an Error whose message is the accepted form, for `ConfigError`. */

export function optional<T>(parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === "" ? undefined : parse(text));
}

export function nonEmpty(text: string): string {
  if (text === "") throw new Error("a non-empty value");
  return text;
}

export function list(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65535)
    throw new Error("a port from 1 to 65535");
  return Number(text);
}

export function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new Error("a URL like postgres://firn:PASSWORD@127.0.0.1:5432/firn");
  return text;
}

export function httpUrl(text: string, example = "http://127.0.0.1:9650"): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error(`a URL like ${example}`);
  return text.replace(/\/+$/, "");
}

/** Each names another node: credentials and parameters, which are never shown, do not tell nodes apart. */
export function nodeUrls(text: string): readonly string[] {
  const urls = list(text).map((item) => {
    try {
      return httpUrl(item);
    } catch {
      throw new Error(
        "a URL like http://127.0.0.1:9650, or several, comma-separated (a comma in a URL is %2C)",
      );
    }
  });
  const shown = urls.map((url) => new URL(url)).map(({ origin, pathname }) => origin + pathname);
  if (new Set(shown).size < shown.length) throw new Error("URLs of different nodes");
  if (urls.length === 0 && text !== "") throw new Error("at least one URL like http://127.0.0.1:9650");
  return urls;
}

/** In the form that browsers send: no path, no default port. */
export function origins(text: string): readonly string[] {
  return list(text).map((item) => {
    const origin = URL.canParse(item) ? new URL(item).origin : item;
    if (origin === "null" || (item !== "*" && origin !== item.replace(/\/$/, "")))
      throw new Error("origins like https://app.example.org, comma-separated, or *");
    return origin;
  });
}

/** A relative path, one below a usual folder of the root, or a JSON file: no key looks like that by chance. */
const PATH_LIKE = /^(\.{1,2}|~|\/(etc|home|mnt|opt|root|run|srv|tmp|usr|var|Users|Volumes))\/|\.json$/;

/** Keys themselves, or the path of the file of named ones. */
export function apiKeys(text: string): readonly string[] | { file: string } {
  const keys = list(text);
  const file = /^file:(.*)$/.exec(text)?.[1]?.trim();
  if (file === "" || (file === undefined && keys.some((item) => PATH_LIKE.test(item))))
    throw new Error("file:PATH for a file of named keys, or to keys, comma-separated");
  return file === undefined ? keys : { file };
}

export function password(text: string): string {
  if ([...text].length < 8) throw new Error("a text of 8 characters or more");
  return text;
}

/** In lower case. */
export function headerName(text: string): string {
  if (!/^[a-z0-9-]{1,100}$/i.test(text)) throw new Error("a header's name, like x-forwarded-user");
  return text.toLowerCase();
}

/** It is sent as a header. */
export function longText(text: string): string {
  if (!/^[!-~]{32,200}$/.test(text))
    throw new Error("32 to 200 letters, digits or signs of ASCII, without spaces");
  return text;
}

export function integer({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new Error(`an integer from ${min} to ${max}`);
    return Number(text);
  };
}

/** IP addresses, and ranges of them in CIDR notation. */
export function addressRanges(text: string): readonly string[] {
  return list(text).map((item) => {
    const [, address = "", bits = "0"] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
    const family = isIP(address);
    if (family === 0 || address.includes("%") || Number(bits) > (family === 4 ? 32 : 128))
      throw new Error("addresses like 127.0.0.1 and ranges like 10.0.0.0/8, comma-separated");
    return item;
  });
}

/** Checks the alphabet and length of an id only. Its checksum is checked where ids are decoded. */
export function evmChains(text: string): readonly string[] {
  return list(text).map((item) => {
    if (/^[1-9A-HJ-NP-Za-km-z]{37,52}$/.test(item)) return item;
    try {
      return httpUrl(item);
    } catch {
      throw new Error("RPC URLs like http://127.0.0.1:9650/ext/bc/C/rpc and blockchain ids, comma-separated");
    }
  });
}

/** What NFT metadata may make Firn fetch, and through which gateways. Undefined: nothing. */
export function media(text: string): { http: boolean; ipfs?: string; ar?: string } | undefined {
  if (text === "off") return undefined;
  if (text === "on") return { http: true, ipfs: "https://ipfs.io", ar: "https://arweave.net" };
  const rules: { http: boolean; ipfs?: string; ar?: string } = { http: false };
  for (const item of list(text)) {
    const [, scheme, gateway = ""] = /^(ipfs|ar)=(.*)$/.exec(item) ?? [];
    if (item === "http") rules.http = true;
    else if (scheme === "ipfs" || scheme === "ar") rules[scheme] = httpUrl(gateway);
    else throw new Error("off, on, or a list like http,ipfs=http://127.0.0.1:8090,ar=https://arweave.net");
  }
  return rules;
}

export function oneOf<const T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(values.join(" or "));
    return found;
  };
}
