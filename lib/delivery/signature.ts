import { createHmac, randomBytes } from "node:crypto";

/**
 * JSON in its canonical form: members in the order of their names' UTF-16 code units, no spaces. Members that are undefined are
 * left out.
 * @source RFC 8785; how JavaScript writes numbers and texts is what it prescribes
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`).join(",")}}`;
}

/** HMAC-SHA256 of a body, base64. @param secret hex */
export function signatureOf(body: string, secret: string): string {
  return createHmac("sha256", Buffer.from(secret, "hex")).update(body).digest("base64");
}

/** 32 random bytes, hex. */
export function newSigningSecret(): string {
  return randomBytes(32).toString("hex");
}
