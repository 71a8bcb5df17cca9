import { encodeErrorResult, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { AbiBook } from "./abi/entries";
import { type FailedFrame, failurePath, readFailure } from "./failure";

const REVERTED = "execution reverted";
const CONTRACT = `0x${"ab".repeat(20)}`;
const errors = parseAbi(["error TooPoor(address who, (uint256 has, int8 change)[] lines)"]);
const book = AbiBook.of(["error TooPoor(address who, (uint256 has, int8 change)[] lines)"]);

const read = (output: string, error = REVERTED, to: string | undefined = CONTRACT) =>
  readFailure({ error, output, to }, [{ book, by: "contract" }]);
const text = (message: string) =>
  encodeErrorResult({ abi: parseAbi(["error Error(string)"]), errorName: "Error", args: [message] });
const panic = (code: bigint) =>
  encodeErrorResult({ abi: parseAbi(["error Panic(uint256)"]), errorName: "Panic", args: [code] });

describe("the reason of a failure", () => {
  it("is the text that a contract reverted with, whatever it holds", () => {
    for (const message of ["only owner", "", "<b>\u202e“”</b>", "é".repeat(200)])
      expect(read(text(message))).toEqual({ kind: "message", text: message });
  });

  it("is the beginning of a text whose end was not kept", () => {
    const cut = text("x".repeat(5_000)).slice(0, 2 + 2 * 1_024);
    expect(read(cut)).toEqual({ kind: "message", text: expect.stringMatching(/^x{900,1000}…$/) });
  });

  it("is the meaning of a compiler's check", () => {
    expect(read(panic(0x11n))).toEqual({
      kind: "panic",
      code: "0x11",
      text: "arithmetic overflow or underflow",
    });
    expect(read(panic(2n ** 255n)).text).toBe("unknown code");
  });

  it("is a contract's own error with all its values", () => {
    const args = [CONTRACT as `0x${string}`, [{ has: 7n, change: -3 }]] as const;
    const { kind, custom } = read(encodeErrorResult({ abi: errors, errorName: "TooPoor", args }));
    expect(kind).toBe("custom");
    expect(custom).toEqual({
      name: "TooPoor",
      signature: "TooPoor(address,(uint256,int8)[])",
      by: "contract",
      args: [
        { name: "who", type: "address", value: expect.stringMatching(/^0xab/i) },
        { name: "lines[0].has", type: "uint256", value: "7" },
        { name: "lines[0].change", type: "int8", value: "-3" },
      ],
    });
  });

  it("is unknown for bytes that nothing explains, and absent for none", () => {
    expect(read("0x01").kind).toBe("data");
    expect(read(`0x08c379a0${"ff".repeat(64)}`).kind).toBe("data");
    expect(read("0x").kind).toBe("silent");
    expect(read("0x", "").kind).toBe("neverRan");
  });

  it("is the node's word where the EVM stopped a call, and the precompile's where that refused it", () => {
    const minter = `0x02${"00".repeat(18)}01`;
    expect(read("0x", "out of gas")).toEqual({ kind: "halted", text: "out of gas" });
    expect(read("0x", "out of gas", minter).kind).toBe("halted");
    expect(read("0x", "non-enabled cannot mint: 0x12", minter)).toEqual({
      kind: "refused",
      text: "non-enabled cannot mint: 0x12",
    });
    expect(read("0x", "invalid code: must not begin with 0xef", undefined).kind).toBe("halted");
  });
});

describe("the path of a failure", () => {
  interface Frame extends FailedFrame<Frame> {
    name: string;
  }
  const frame = (name: string, rest: Omit<Frame, "name"> = {}): Frame => ({ name, ...rest });
  const names = (top: Frame) => failurePath(top).map(({ name }) => name);
  const failed = (output: string, calls: Frame[] = []) => ({ error: REVERTED, output, calls });

  it("leads to the call whose bytes were handed on, alone or in others", () => {
    const inner = frame("c", failed("0xabcd"));
    expect(names(frame("a", failed("0x11abcd22", [frame("b", failed("0xabcd", [inner]))])))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("ends where a call failed by itself", () => {
    const inner = frame("b", failed("0xabcd"));
    expect(names(frame("a", failed("0x1111", [inner])))).toEqual(["a"]);
    expect(names(frame("a", { error: "out of gas", calls: [inner] }))).toEqual(["a"]);
    expect(names(frame("a", failed("0xabcd", [inner, frame("c")])))).toEqual(["a"]);
    // Half a byte is not a byte.
    expect(names(frame("a", failed("0x1abcd1", [inner])))).toEqual(["a"]);
  });
});
