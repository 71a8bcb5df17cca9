/** The pages of the help, in reading order: each is a Markdown file of the repository, by the name in its address. */
export const HELP = {
  "first-steps": {
    file: "docs/first-steps.md",
    title: "First steps",
    about: "From nothing to your own node, and around the explorer.",
  },
  overview: {
    file: "README.md",
    title: "Firn at a glance",
    about:
      "What Firn serves, your node, EVM chains, the admin console, and what to do when something is wrong.",
  },
  install: {
    file: "docs/install.md",
    title: "Ways to run Firn",
    about: "By hand, as services, behind a proxy, with readers who sign in.",
  },
  scale: {
    file: "docs/scale.md",
    title: "PostgreSQL",
    about: "Several servers on one index, replicas, rights.",
  },
  settings: {
    file: "docs/settings.md",
    title: "Settings",
    about: "Every setting with its default, and those that need more than a line.",
  },
  commands: { file: "docs/commands.md", title: "Commands", about: "Every command of firn." },
  numbers: {
    file: "docs/numbers.md",
    title: "What each number means",
    about: "How the figures on the pages are made, and from which block on they count.",
  },
  limits: {
    file: "docs/limits.md",
    title: "What Firn cannot know",
    about: "What is missing or unknown, why, and what would change that.",
  },
  alerts: {
    file: "docs/alerts.md",
    title: "Alerts",
    about: "Being told when something needs attention, and what mends it.",
  },
  operations: {
    file: "docs/operations.md",
    title: "Operations",
    about: "Readiness, metrics for Prometheus, a dashboard, logs.",
  },
  "api-keys": { file: "docs/api-keys.md", title: "API keys and limits", about: "Who may ask how much." },
  brand: {
    file: "docs/brand.md",
    title: "Your own name",
    about: "Name, colours, logo and links of your own.",
  },
  exports: {
    file: "docs/exports.md",
    title: "Exports",
    about: "Transactions and lists as CSV and Parquet files.",
  },
  webhooks: {
    file: "docs/webhooks.md",
    title: "Webhooks",
    about: "Requests to your URL when something happens on a chain.",
  },
  mcp: { file: "docs/mcp.md", title: "Agents", about: "Tools by the Model Context Protocol." },
  etherscan: {
    file: "docs/etherscan.md",
    title: "Clients of Etherscan",
    about: "Foundry, Hardhat and others with Firn as their explorer.",
  },
  compatibility: {
    file: "docs/compatibility.md",
    title: "Compatibility",
    about: "Where answers differ from the published service, and why.",
  },
} as const;

export type HelpName = keyof typeof HELP;

/** Names of the pages by what their reader wants. */
export const HELP_GROUPS: readonly { title: string; pages: readonly HelpName[] }[] = [
  { title: "Begin", pages: ["first-steps", "overview"] },
  { title: "Run it", pages: ["install", "scale", "settings", "commands"] },
  { title: "Read it", pages: ["numbers", "limits"] },
  { title: "Look after it", pages: ["alerts", "operations", "api-keys", "brand"] },
  { title: "Use it from programs", pages: ["exports", "webhooks", "mcp", "etherscan", "compatibility"] },
];

export const HELP_NAMES = Object.keys(HELP) as HelpName[];

export function isHelpPage(text: string): text is HelpName {
  return Object.hasOwn(HELP, text);
}
