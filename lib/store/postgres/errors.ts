import { FirnError, StoreError } from "../../errors";

/** A failure of the server or of the way to it. `code` is the server's, of five characters, or the system's. */
interface ServerError extends Error {
  code?: string;
}

/** Turns the driver's errors into StoreErrors, without a URL or a password. */
export function storeError(cause: unknown): unknown {
  if (cause instanceof FirnError || !(cause instanceof Error)) return cause;
  const { code = "", message } = cause as ServerError;
  const known = KNOWN.find(([pattern]) => pattern.test(code) || pattern.test(message));
  if (known === undefined && !/^[0-9A-Z]{5}$/.test(code)) return cause; // a bug, not the database
  const [, { store = "STORE_FAILED", passes = false, hint }] = known ?? [undefined, { hint: undefined }];
  return new StoreError(store, `the database failed: ${message}${code === "" ? "" : ` (${code})`}`, {
    cause,
    passes,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Whether a failure is that the server, or the way to it, is gone for now. */
export function isAway(error: unknown): boolean {
  return error instanceof StoreError && error.code === "STORE_AWAY";
}

interface Meaning {
  store?: "STORE_FAILED" | "STORE_ABSENT" | "STORE_DAMAGED" | "STORE_AWAY" | "STORE_TIMEOUT";
  passes?: boolean;
  hint?: string;
}

/** By code or message, the first that fits. */
const KNOWN: readonly [RegExp, Meaning][] = [
  [
    /^28|password authentication failed|no pg_hba\.conf entry|SASL/,
    {
      passes: true,
      hint: "check user and password in FIRN_DATABASE_URL, and what the server's pg_hba.conf allows",
    },
  ],
  [
    /^3D000/,
    {
      store: "STORE_ABSENT",
      hint: "the indexer makes the database if its user may: otherwise create it, or correct its name in FIRN_DATABASE_URL",
    },
  ],
  [/^(42P01|3F000)/, { store: "STORE_ABSENT", hint: "the indexer makes the tables as it starts" }],
  [/^42501/, { hint: "give the user the rights that docs/scale.md lists, or use the writer's URL" }],
  [/^25006/, { hint: "the server takes no writes: FIRN_DATABASE_URL has to name the primary server" }],
  [/^(53100|53200)/, { passes: true, hint: "make room on the disk of the database server" }],
  [/^XX00[12]/, { store: "STORE_DAMAGED", hint: "the server found damaged pages: restore its backup" }],
  [/^(57014|25P0[234])/, { store: "STORE_TIMEOUT", passes: true, hint: "ask for less, or again later" }],
  [/^(40P01|40001|55P03)/, { passes: true, hint: "another transaction was in the way: Firn tries again" }],
  [
    /^(CERT_|DEPTH_ZERO_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/,
    {
      passes: true,
      hint: "give the certificate of the server's authority as sslrootcert=FILE in FIRN_DATABASE_URL, and name the server as its certificate does",
    },
  ],
  [
    /does not support SSL/,
    { passes: true, hint: "turn on ssl in the server, or leave sslmode out of FIRN_DATABASE_URL" },
  ],
  [
    /^(08|57P0|53300)|cached plan must not change|^E[A-Z]+$|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|SSL/,
    { store: "STORE_AWAY", passes: true, hint: "Firn goes on when the database server answers again" },
  ],
];
