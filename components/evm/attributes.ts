import type { NftToken } from "@/lib/contract/data/nfts";

/** One thing that a token's metadata say of it. */
export interface Attribute {
  name: string;
  value: string;
}

/**
 * What a token's metadata list: `trait_type` and `value` of ERC-721's custom, names and values of ERC-1155's properties.
 * Anybody wrote them: what has another form is left out.
 */
export function attributesOf({ metadata }: NftToken): Attribute[] {
  const attributes = "attributes" in metadata ? metadata.attributes : undefined;
  const properties = "properties" in metadata ? metadata.properties : undefined;
  const said = parse(attributes ?? properties);
  if (Array.isArray(said))
    return said.flatMap((one) => {
      const { trait_type: name, value } = (one ?? {}) as { trait_type?: unknown; value?: unknown };
      return isPlain(value) ? [{ name: isPlain(name) ? String(name) : "", value: String(value) }] : [];
    });
  if (typeof said !== "object" || said === null) return [];
  return Object.entries(said).flatMap(([name, given]) => {
    const value = (given as { value?: unknown } | null)?.value ?? given;
    return isPlain(value) ? [{ name, value: String(value) }] : [];
  });
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
