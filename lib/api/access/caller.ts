import type { KnownKey } from "./known-keys";
import type { SignInRefusal } from "./sign-in";

/** Who asks. */
export type Caller =
  | { kind: "own" }
  | { kind: "key"; key: KnownKey }
  | { kind: "address"; address: string; refusal: Refusal | undefined };

/** Why a request is not answered. */
export type Refusal = "missing" | "unknown" | "expired" | SignInRefusal;
