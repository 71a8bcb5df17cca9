import { type AbiParameter, encodeAbiParameters } from "viem";
import { fromHex } from "../../codec/bytes";
import { hasValidCase } from "../../evm-address";
import { componentsOf, hashSignature, signatureOf, typeOf } from "./entries";
import { nameOf, withoutNames } from "./values";

/** A value is nested at most this deep, and a call has at most so many. */
const MOST_DEPTH = 8;
const MOST_ITEMS = 1_000;

/**
 * The data of a call. Values come as JSON: numbers as text or numbers, in decimal or 0x hex; bytes and addresses as 0x
 * hex; lists and structures as lists, or as JSON text of one.
 * @throws RangeError that begins with the argument's name, if it is of one, and says what it must be
 */
export function encodeCall(
  entry: { name: string; inputs: readonly AbiParameter[] },
  values: readonly unknown[],
): Uint8Array {
  const { inputs } = entry;
  if (values.length !== inputs.length)
    throw new RangeError(`${signatureOf(entry)} takes ${inputs.length} arguments, not ${values.length}`);
  const read = inputs.map((input, at) => readValue(input, values[at], { name: nameOf(input, at), depth: 0 }));
  const selector = hashSignature(signatureOf(entry)).slice(0, 10);
  return fromHex(selector + encodeAbiParameters(inputs.map(withoutNames), read).slice(2));
}

interface Place {
  name: string;
  depth: number;
}

function readValue(parameter: AbiParameter, value: unknown, place: Place): unknown {
  const { type } = parameter;
  const [, inner, size] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (inner !== undefined) {
    const items = readList(value, place, typeOf(parameter));
    if (size !== "" && items.length !== Number(size))
      throw new RangeError(`${place.name} must have ${size} items, not ${items.length}`);
    const item = { ...parameter, type: inner };
    return items.map((each, at) =>
      readValue(item, each, { name: `${place.name}[${at}]`, depth: place.depth + 1 }),
    );
  }
  if (type === "tuple") {
    const components = componentsOf(parameter);
    const items = readList(value, place, typeOf(parameter));
    if (items.length !== components.length)
      throw new RangeError(`${place.name} must have ${components.length} members, not ${items.length}`);
    return components.map((component, at) => {
      const name = `${place.name}.${nameOf(component, at)}`;
      return readValue(component, items[at], { name, depth: place.depth + 1 });
    });
  }
  return readSimple(type, value, place.name);
}

function readList(value: unknown, { name, depth }: Place, type: string): unknown[] {
  if (depth >= MOST_DEPTH) throw new RangeError(`${name} is nested deeper than ${MOST_DEPTH} lists`);
  const list = typeof value === "string" ? parseJson(value) : value;
  if (!Array.isArray(list)) throw new RangeError(`${name} must be a JSON list: ${type}`);
  if (list.length > MOST_ITEMS) throw new RangeError(`${name} has more than ${MOST_ITEMS} items`);
  return list;
}

/** Undefined for what is no JSON. Long numbers become text before they lose digits. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/(?<=[[,]\s*)-?\d{16,}(?=\s*[\],])/g, '"$&"'));
  } catch {
    return undefined;
  }
}

function readSimple(type: string, value: unknown, name: string): unknown {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string") throw new RangeError(`${name} must be a text: ${type}`);
  if (type === "string") return text;
  const trimmed = text.trim();
  if (type === "bool") {
    if (trimmed === "true" || trimmed === "false") return trimmed === "true";
    throw new RangeError(`${name} must be true or false`);
  }
  if (type === "address") {
    if (!/^0x[0-9a-f]{40}$/i.test(trimmed))
      throw new RangeError(`${name} must be an address: 0x and 40 hex digits`);
    if (!hasValidCase(trimmed))
      throw new RangeError(`${name} does not match its checksum: a character or its case is wrong`);
    return trimmed.toLowerCase();
  }
  const number = /^(u?)int(\d*)$/.exec(type);
  if (number)
    return readNumber(trimmed, { name, type, signed: number[1] === "", bits: Number(number[2] || 256) });
  const size = /^bytes(\d*)$/.exec(type)?.[1];
  if (size === undefined) throw new RangeError(`${name} is of the type ${type}, which Firn can't write`);
  const form =
    size === ""
      ? "bytes: 0x and pairs of hex digits"
      : `${size} bytes: 0x and ${2 * Number(size)} hex digits`;
  const isRight =
    /^0x(?:[0-9a-f]{2})*$/i.test(trimmed) && (size === "" || trimmed.length === 2 + 2 * Number(size));
  if (!isRight) throw new RangeError(`${name} must be ${form}`);
  return trimmed.toLowerCase();
}

interface NumberForm {
  name: string;
  type: string;
  signed: boolean;
  bits: number;
}

function readNumber(text: string, { name, type, signed, bits }: NumberForm): bigint {
  if (!/^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text))
    throw new RangeError(`${name} must be a whole number: ${type}`);
  const value = BigInt(text);
  const top = 1n << BigInt(signed ? bits - 1 : bits);
  if (value < top && value >= (signed ? -top : 0n)) return value;
  throw new RangeError(`${name} does not fit into ${type}`);
}
