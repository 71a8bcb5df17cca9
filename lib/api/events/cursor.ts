import { z } from "zod";
import { InputError } from "../../errors";

/**
 * What a reader of events has seen. It is the id of each event, so nobody has to remember readers: what follows is read
 * from the stores.
 */
export interface Cursor {
  /** Of which store. */
  store: string;
  /** Height of the newest seen block, by stream. */
  heights: Readonly<Record<string, number>>;
  /** Number of the last seen change of a stream's state, by store: `primary`, or an EVM chain id. */
  changes: Readonly<Record<string, number>>;
  /** Fingerprints of the last seen status and alerts. */
  status: string;
  alerts: string;
}

const numbers = z.record(z.string().max(200), z.int().min(-1));
const schema = z.tuple([z.string(), numbers, numbers, z.string(), z.string().default("")]);

export function formatCursor({ store, heights, changes, status, alerts }: Cursor): string {
  return Buffer.from(JSON.stringify([store, heights, changes, status, alerts])).toString("base64url");
}

/** @throws InputError BAD_PARAMETER */
export function parseCursor(text: string): Cursor {
  try {
    const [store, heights, changes, status, alerts] = schema.parse(
      JSON.parse(Buffer.from(text, "base64url").toString()),
    );
    return { store, heights, changes, status, alerts };
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "after must be the id of the last event received", { cause });
  }
}
