/** JSON text, as in `NftMetadata`. */
interface AttributeTexts {
  attributes?: string | undefined;
  properties?: string | undefined;
}

/** One attribute from a token's metadata. */
export interface Attribute {
  /** Empty if it has no name. */
  name: string;
  value: string;
}

/**
 * A token's attributes: `trait_type` and `value` as is usual for ERC-721, names and values of ERC-1155's properties.
 * Metadata are untrusted: entries of another form are left out.
 */
export function attributesOf({ attributes, properties }: AttributeTexts): Attribute[] {
  const parsed = parse(attributes ?? properties);
  if (Array.isArray(parsed))
    return parsed.flatMap((one) => {
      const { trait_type: name, value } = (one ?? {}) as { trait_type?: unknown; value?: unknown };
      return isPlain(value) ? [{ name: isPlain(name) ? String(name) : "", value: String(value) }] : [];
    });
  if (typeof parsed !== "object" || parsed === null) return [];
  return Object.entries(parsed).flatMap(([name, given]) => {
    const value = (given as { value?: unknown } | null)?.value ?? given;
    return isPlain(value) ? [{ name, value: String(value) }] : [];
  });
}

/** Limits: attributes counted per token, and characters of each. */
const MOST_COUNTED = 100;
const LONGEST_COUNTED = 200;

/**
 * The attributes whose tokens are counted: the first hundred, each once, without those that no two tokens would share.
 */
export function countedAttributes(metadata: AttributeTexts): Attribute[] {
  const short = attributesOf(metadata).filter(
    ({ name, value }) => Math.max(name.length, value.length) <= LONGEST_COUNTED,
  );
  const byText = new Map(short.map((one) => [JSON.stringify([one.name, one.value]), one]));
  return [...byText.values()].slice(0, MOST_COUNTED);
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
