import { z } from "zod";

/** The file that FIRN_API_KEYS may name. It has what recognises a key, never the key itself. */

/** What a key's name may be. It is shown in lists and logs. */
export const keyName = z
  .string()
  .regex(/^[\w.@-]{1,64}$/, "must be 1 to 64 letters, digits, or any of _ . @ -");

const OF_LIMIT = "must be an integer from 1 to 1000000000";

/** Units of cost a minute (`costOf`). */
export const keyLimit = z.int(OF_LIMIT).min(1, OF_LIMIT).max(1_000_000_000, OF_LIMIT);

/** Whether a key may manage webhooks: those for public addresses, or for addresses of this machine and its networks too. */
export const keyWebhooks = z.enum(["public", "private"], "must be public or private");

/** The last day on which a key counts, UTC. */
export const keyExpiry = z.iso.date("must be a day like 2027-01-31");

/** Strict: a key with a misspelt `expires` would never expire. */
const apiKey = z.strictObject({
  name: keyName,
  /** SHA-256 of the key's text, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 hash: 64 hex digits"),
  limit: keyLimit.optional(),
  expires: keyExpiry.optional(),
  webhooks: keyWebhooks.optional(),
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeysFile = z.strictObject({
  keys: z.array(apiKey).superRefine((keys, context) => {
    for (const member of ["name", "sha256"] as const) {
      const values = keys.map((key) => key[member]);
      const twice = keys.find((key, index) => values.indexOf(key[member]) !== index);
      if (twice !== undefined)
        context.addIssue({ code: "custom", message: `${twice.name} has the ${member} of another key` });
    }
  }),
});
export type ApiKeysFile = z.output<typeof apiKeysFile>;
