import type { Config } from "tailwindcss";

/** Colours are the tokens of app/styles/tokens.css: each is a light-dark() pair, so no `dark:` variant is needed. */
const colours = [
  ...["bg", "surface", "sunken", "raised", "hover", "line", "line-2", "control"],
  ...["ink", "ink-2", "ink-3", "link", "ice", "ice-fill", "ice-tint", "core-0", "focus", "accent"],
  ...["p", "p-tint", "p-fill", "x", "x-tint", "x-fill", "c", "c-tint", "c-fill", "l1", "l1-tint", "l1-fill"],
  ...["ok", "ok-tint", "warn", "warn-tint", "bad", "bad-tint"],
];

const config: Config = {
  content: [],
  theme: {
    colors: Object.fromEntries(colours.map((name) => [name, `var(--${name})`])),
    fontFamily: { sans: "var(--sans)", mono: "var(--mono)" },
    borderRadius: { 1: "var(--r-1)", 2: "var(--r-2)", 3: "var(--r-3)", full: "var(--r-full)" },
    boxShadow: { 2: "var(--shadow-2)" },
    screens: { m: "701px", l: "1041px" },
  },
};

export default config;
