import { z } from "zod";

/** Firn's own: what bytes say by an ABI. */

/**
 * A value by its name and type. Parts of lists and structures have lines of their own: `order.fees[2]`. Numbers are
 * decimal, addresses EIP-55, bytes 0x hex. Strings are as they are: anybody may have written them.
 */
const abiArgument = z.object({ name: z.string(), type: z.string(), value: z.string() });
export type AbiArgumentShape = z.infer<typeof abiArgument>;

/** At most 100, the last of which says that there are more. */
export const abiArguments = z.array(abiArgument);

/** A function, an event or an error with its values. */
export const decodedEntry = z
  .object({
    /** `transfer` */
    name: z.string(),
    /** `transfer(address,uint256)` */
    signature: z.string(),
    /** Where the name is from. A guess is the name of something else with the same selector. */
    by: z.enum(["precompile", "contract", "standard", "guess"]),
    args: abiArguments,
  })
  .meta({ id: "FirnDecodedEntry" });
export type DecodedEntryShape = z.infer<typeof decodedEntry>;

/** Why a call failed. */
export const failureReason = z.object({
  /**
   * `message`: it reverted with a text. `panic`: a check of the compiler's failed. `custom`: it reverted with an error of
   * an ABI. `data`: with bytes that nothing explains. `silent`: without any. `refused`: the node's own code refused it.
   * `halted`: the EVM stopped it, as when it ran out of gas. `neverRan`: it was refused before it ran.
   */
  kind: z.enum(["message", "panic", "custom", "data", "silent", "refused", "halted", "neverRan"]),
  /** The message, what the panic means, or the node's words. Anybody may have written a message. */
  text: z.string().optional(),
  /** Of a panic, 0x hex. */
  code: z.string().optional(),
  /** Of a custom error. */
  custom: decodedEntry.optional(),
  /** What it returned, 0x hex, its first 1,024 bytes; absent if nothing. */
  output: z.string().optional(),
});
export type FailureReasonShape = z.infer<typeof failureReason>;
