/** One comparison and its result. */
export interface Check {
  title: string;
  state: "ok" | "bad" | "unchecked";
  /** What was found. For a failed check, what differs. */
  detail: string;
}

/** How an id follows from bytes, step by step, as texts. */
export interface IdProof {
  /** What was hashed: everything, or a block's header. */
  of: "bytes" | "header";
  /** Number of bytes hashed. */
  size: number;
  algorithm: "sha256" | "keccak256";
  /** 64 hex digits. */
  digest: string;
  /** 8 hex digits, of ids in base58. */
  checksum?: string;
  /** The id these bytes have, in its chain's form. */
  id: string;
  /** The id the page shows. */
  expected: string;
}

export interface Report {
  /** Absent for an atomic transfer, which has several ids. */
  proof?: IdProof;
  checks: Check[];
  /** Total time, milliseconds. */
  ms: number;
}

/** Whether any comparison differs. */
export function hasFailed(report: Report): boolean {
  const { proof, checks } = report;
  return (proof !== undefined && proof.id !== proof.expected) || checks.some(({ state }) => state === "bad");
}

/** A check of two texts. `differs` names the one that the bytes gave. */
export function compare(
  title: string,
  texts: { got: string; expected: string; ok: string; label: string },
): Check {
  const { got, expected, ok, label } = texts;
  if (got === expected) return { title, state: "ok", detail: ok };
  return { title, state: "bad", detail: `The bytes give ${label} ${got}, this page shows ${expected}.` };
}
