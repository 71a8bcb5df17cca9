import { z } from "zod";
import { parseAddress } from "../avalanche/ids";
import { checkEvmAddress } from "./data/evm";
import { ALERT_KINDS } from "./firn/alerts";

/** The file that FIRN_ALERTS names: where alerts are told, and when. */

/** How much an alert matters, the least first. */
const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

const HOUR_OF_DAY = "([01]\\d|2[0-3]):[0-5]\\d";

/** A text, or where it is: a variable of the environment, or a file. */
const secretText = z.union(
  [
    z.string().min(1),
    z.strictObject({ env: z.string().min(1) }),
    z.strictObject({ file: z.string().min(1) }),
  ],
  'must be a text, {"env": "NAME"} or {"file": "PATH"}',
);
export type SecretText = z.output<typeof secretText>;

const kind = z.enum(ALERT_KINDS, { error: ({ input }) => `there are no alerts called ${String(input)}` });
const kinds = z.array(kind).min(1, "must name a kind, or be left out");

const timeZone = z.string().refine(isTimeZone, "must be a time zone like Europe/Berlin or UTC");

const quietHours = z.strictObject({
  /** From, and up to; over midnight if the first is later. */
  hours: z.string().regex(new RegExp(`^${HOUR_OF_DAY}-${HOUR_OF_DAY}$`), "must be like 22:00-07:00"),
  timeZone: timeZone.default("UTC"),
  /** Whether critical alerts are told all the same. */
  exceptCritical: z.boolean().default(false),
});
export type QuietHours = z.output<typeof quietHours>;

const watchedAddress = z.strictObject({
  address: z
    .string()
    .refine(isAddress, "must be an address: 0x and 40 hex digits, or bech32 such as P-avax1…"),
  /** What messages call it. */
  name: z.string().min(1).max(60, "must have at most 60 characters").optional(),
});
export type WatchedAddress = z.output<typeof watchedAddress>;

/** What every channel may say of what it is told, and when. */
export const channelManner = {
  name: z.string().regex(/^[\w.-]{1,40}$/, "must be 1 to 40 letters, digits, or any of _ . -"),
  only: kinds.optional(),
  except: kinds.optional(),
  severity: z.enum(SEVERITIES, `must be ${SEVERITIES.join(", ")}`).default("warning"),
  quiet: quietHours.optional(),
  repeatHours: z.number("must be a number of hours").min(1, "must be at least 1").max(720).optional(),
  recovery: z.boolean().default(true),
  /** Transactions of these are told, whatever `only`, `except` and `severity` say. */
  addresses: z
    .array(watchedAddress)
    .min(1, "must name an address, or be left out")
    .max(100, "must name at most 100 addresses")
    .optional(),
};

const address = z.email("must be an e-mail address");

/** Strict: a channel with a misspelt `only` would tell everything. */
const channel = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("webhook"), ...channelManner, url: secretText, secret: secretText }),
    z.strictObject({
      type: z.literal("ntfy"),
      ...channelManner,
      url: secretText.default("https://ntfy.sh"),
      topic: secretText,
      token: secretText.optional(),
    }),
    z.strictObject({ type: z.literal("slack"), ...channelManner, url: secretText }),
    z.strictObject({
      type: z.literal("telegram"),
      ...channelManner,
      token: secretText,
      chat: secretText,
      url: secretText.default("https://api.telegram.org"),
    }),
    z.strictObject({
      type: z.literal("email"),
      ...channelManner,
      url: secretText,
      from: address,
      to: z.array(address).min(1, "must have an address").max(20, "must have at most 20 addresses"),
    }),
  ],
  "must be webhook, ntfy, slack, telegram or email",
);
export type ChannelSetting = z.output<typeof channel>;

export const alertSettings = z.strictObject({
  /** Of the web, for links. */
  web: z.string().refine(isHttpUrl, "must be a URL like https://firn.example.org").optional(),
  channels: z
    .array(channel)
    .min(1, "must have a channel")
    .max(50)
    .superRefine((channels, context) => {
      const names = channels.map(({ name }) => name);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice !== undefined)
        context.addIssue({ code: "custom", message: `two channels are called ${twice}` });
    }),
});

function isAddress(text: string): boolean {
  try {
    if (text.startsWith("0x")) checkEvmAddress(text);
    else parseAddress(text);
    return true;
  } catch {
    return false;
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
