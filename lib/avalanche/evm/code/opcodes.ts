import { toHex } from "../../codec/bytes";

const PUSH1 = 0x60;
const PUSH4 = 0x63;
export const PUSH32 = 0x7f;
const DELEGATECALL = 0xf4;

/** An instruction of EVM code: where it is, and how many bytes it pushes. */
interface Instruction {
  opcode: number;
  /** Of the pushed bytes. */
  start: number;
  length: number;
}

/** The instructions of code in their order. What follows code, such as metadata, is read as instructions too. */
export function* instructionsOf(code: Uint8Array): Generator<Instruction> {
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] ?? 0;
    const length = opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH1 + 1 : 0;
    yield { opcode, start: at + 1, length };
    at += length;
  }
}

/** Whether code can run the code of another contract as its own. */
export function mayDelegate(code: Uint8Array): boolean {
  for (const { opcode } of instructionsOf(code)) if (opcode === DELEGATECALL) return true;
  return false;
}

/** The four-byte values that code pushes, 0x hex: the selectors that it knows are among them. */
export function pushedSelectors(code: Uint8Array): Set<string> {
  const found = new Set<string>();
  for (const { opcode, start } of instructionsOf(code))
    if (opcode === PUSH4) found.add(toHex(code.subarray(start, start + 4)));
  return found;
}
