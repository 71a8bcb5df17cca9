/** JSON text as `NftMetadata` has it. */
interface Said {
  attributes?: string | undefined;
  properties?: string | undefined;
}

/** One thing that a token's metadata say of it. */
export interface Attribute {
  /** Empty when it has none. */
  name: string;
  value: string;
}

/**
 * What a token's metadata list: `trait_type` and `value` of ERC-721's custom, names and values of ERC-1155's properties.
 * Anybody wrote them: what has another form is left out.
 */
export function attributesOf({ attributes, properties }: Said): Attribute[] {
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

/** Attributes of one token that are told apart from others', and characters of each. */
const MOST_COUNTED = 100;
const LONGEST_COUNTED = 200;

/** Those whose tokens are counted: the first hundred, each once, without those that no two tokens would share. */
export function countedAttributes(metadata: Said): Attribute[] {
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
