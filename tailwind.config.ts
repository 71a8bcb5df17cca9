import type { Config } from "tailwindcss";

/** Colours are the tokens of app/styles/tokens.css: each is a light-dark() pair, so no `dark:` variant is needed. */
const colours = [
  ...["bg", "surface", "sunken", "raised", "hover", "note", "line", "line-2", "control"],
  ...[
    "ink",
    "ink-2",
    "ink-3",
    "link",
    "ice",
    "ice-fill",
    "ice-tint",
    "ice-wash",
    "core-0",
    "focus",
    "accent",
  ],
  ...["p", "p-tint", "p-fill", "x", "x-tint", "x-fill", "c", "c-tint", "c-fill", "l1", "l1-tint", "l1-fill"],
  ...["ok", "ok-tint", "warn", "warn-tint", "bad", "bad-tint", "core", "tone"],
];

/** The tokens as utilities: `text-meta text-ink-3`, `rounded-3`, `max-m:px-4`. One step of spacing is 4 px. */
const config: Config = {
  content: [],
  theme: {
    colors: {
      current: "currentColor",
      transparent: "transparent",
      ...Object.fromEntries(colours.map((name) => [name, `var(--${name})`])),
    },
    fontFamily: { sans: "var(--sans)", mono: "var(--mono)" },
    // A size that belongs to a role has its line height; the others stay in the line of the text around them.
    fontSize: {
      op: "11px",
      fine: "12px",
      small: ["12px", "16px"],
      meta: "12.5px",
      hint: ["12.5px", "18px"],
      label: ["12.5px", "16px"],
      id: "13px",
      cell: "13.5px",
      body: "14px",
      panel: ["15px", "24px"],
      lead: "16px",
      head: "17px",
      stat: ["22px", "32px"],
      title: ["26px", "32px"],
      mono: [".93em", { letterSpacing: "-.01em" }],
    },
    fontWeight: { normal: "400", book: "450", medium: "500", strong: "550", bold: "600" },
    letterSpacing: { none: "0", snug: "-.01em", tight: "-.02em", title: "-.022em", figure: "-.025em" },
    borderRadius: { none: "0", 1: "4px", 2: "6px", 3: "10px", full: "999px" },
    boxShadow: {
      none: "none",
      2: "var(--shadow-2)",
      hairline: "inset 0 0 0 1px var(--line)",
      edge: "inset 0 0 0 1px var(--line-2)",
    },
    maxWidth: { page: "1280px", full: "100%" },
    spacing: { DEFAULT: "4px", gutter: "var(--gutter)", px: "1px" },
    screens: { m: "701px", l: "1041px" },
  },
};

export default config;
