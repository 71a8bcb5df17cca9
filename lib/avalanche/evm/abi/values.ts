import { type AbiParameter, decodeAbiParameters, type Hex } from "viem";
import { fromHex } from "../../codec/bytes";
import { formatEvmAddress } from "../../evm-address";
import { componentsOf, typeOf } from "./entries";

/**
 * A decoded value. Lists and structures are taken apart: `name` is the path to a part, such as `order.fees[2]`. Values
 * are text: numbers decimal, addresses EIP-55, bytes 0x hex, strings as they are.
 */
export interface AbiArgument {
  name: string;
  type: string;
  value: string;
}

/** Limits of what is shown of a call, which anybody can make long. */
const MOST_VALUES = 100;
const MOST_CHARACTERS = 2_000;

/** Decodes values by their types; undefined if the data do not fit. `data`: 0x hex. */
export function decodeValues(parameters: readonly AbiParameter[], data: string): AbiArgument[] | undefined {
  const each = decodeEach(parameters, data);
  return each && cutValues(each.flat());
}

/** The same, with the parts of each parameter in a list of their own. */
export function decodeEach(parameters: readonly AbiParameter[], data: string): AbiArgument[][] | undefined {
  if (parameters.length === 0) return [];
  try {
    const values = decodeAbiParameters(parameters.map(withoutNames), data as Hex) as readonly unknown[];
    return parameters.map((parameter, at) => takeApart(nameOf(parameter, at), parameter, values[at]));
  } catch {
    // Whatever the library objects to: the data are not of these types.
    return undefined;
  }
}

/** At most `MOST_VALUES` of them. */
export function cutValues(values: AbiArgument[]): AbiArgument[] {
  if (values.length <= MOST_VALUES) return values;
  return [...values.slice(0, MOST_VALUES), { name: "…", type: "", value: "more values" }];
}

/** A parameter's own name, else its place in the list. */
export function nameOf({ name }: Pick<AbiParameter, "name">, at: number): string {
  return name === undefined || name === "" ? `${at}` : name;
}

function takeApart(name: string, parameter: AbiParameter, value: unknown): AbiArgument[] {
  const found: AbiArgument[] = [];
  addParts(found, name, parameter, value);
  return found;
}

/** Structures are lists then, whatever their members are called. */
export function withoutNames(parameter: AbiParameter): AbiParameter {
  const { type } = parameter;
  const components = componentsOf(parameter);
  return (
    components.length === 0 ? { type } : { type, components: components.map(withoutNames) }
  ) as AbiParameter;
}

function addParts(found: AbiArgument[], name: string, parameter: AbiParameter, value: unknown): void {
  if (found.length > MOST_VALUES) return;
  const [, inner] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? [];
  if (inner !== undefined && Array.isArray(value)) {
    if (value.length === 0) found.push({ name, type: typeOf(parameter), value: "[]" });
    const item = { ...parameter, type: inner };
    for (const [at, each] of value.entries()) addParts(found, `${name}[${at}]`, item, each);
  } else if (parameter.type === "tuple" && Array.isArray(value)) {
    const components = componentsOf(parameter);
    if (components.length === 0) found.push({ name, type: "()", value: "()" });
    for (const [at, component] of components.entries())
      addParts(found, `${name}.${nameOf(component, at)}`, component, value[at]);
  } else found.push({ name, type: parameter.type, value: sayValue(parameter.type, value) });
}

function sayValue(type: string, value: unknown): string {
  const text = type === "address" ? formatEvmAddress(fromHex(String(value).toLowerCase())) : String(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
