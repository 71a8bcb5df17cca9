import { fileURLToPath } from "node:url";
import { asTyped } from "../command-names";
import { ConfigError, describeError, FirnError, InputError, redactUrls } from "../errors";
import { endWithReader } from "./closed-pipe";

/** The commands of `firn`: a line of help, and the module, which is loaded only when needed. */
export const COMMANDS = {
  up: { help: "start everything", load: () => import("./commands/up") },
  devnet: { help: "serve a recorded node", load: () => import("./commands/devnet") },
  index: { help: "follow the node and write the store", load: () => import("./commands/indexer") },
  api: { help: "serve the REST API", load: () => import("./commands/api") },
  web: { help: "serve the web app", load: () => import("./commands/web") },
  operator: {
    help: "serve the admin console's API, on loopback",
    load: () => import("./commands/operator"),
  },
  "admin-link": {
    help: "print a link that signs in to the admin console",
    load: () => import("./commands/admin-link"),
  },
  reproject: {
    help: "rebuild all rows from stored bytes (stop the indexer first)",
    load: () => import("./commands/reproject"),
  },
  verify: {
    help: "check the stores against their own bytes and the node",
    load: () => import("./commands/verify"),
  },
  status: { help: "show what is indexed and how fresh it is", load: () => import("./commands/status") },
  mcp: { help: "answer an agent on standard input and output (MCP)", load: () => import("./commands/mcp") },
  keys: { help: "add, list and remove API keys", load: () => import("./commands/keys") },
  alerts: { help: "list what needs attention, test the channels", load: () => import("./commands/alerts") },
  reset: {
    help: "delete the stores (--yes) and index again from the node",
    load: () => import("./commands/reset"),
  },
  backup: { help: "copy all stores to a folder, while Firn runs", load: () => import("./commands/backup") },
  restore: { help: "bring the stores of a backup back", load: () => import("./commands/restore") },
  copy: {
    help: "copy the stores from files to a database, or back",
    load: () => import("./commands/copy"),
  },
  chains: {
    help: "list where chains are kept, move one to another server of the database",
    load: () => import("./commands/chains"),
  },
  recording: {
    help: "pack a capture into a recording: firn recording FOLDER FILE",
    load: () => import("./commands/recording"),
  },
} as const;

export type Command = {
  run(args: string[], env: NodeJS.ProcessEnv): Promise<void>;
  /** What `--help` prints, unless the command handles it. */
  usage?: string;
};

/** Runs one command. Expected failures become one sentence and exit code 1; a bug keeps its stack trace. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [name = "help", ...args] = argv;
  try {
    if (name === "help" || name === "--help" || name === "-h")
      return void process.stdout.write(asTyped(helpText()));
    const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
    if (command === undefined) {
      throw new InputError("BAD_PARAMETER", `unknown command "${name}"`, {
        hint: "firn help lists the commands",
      });
    }
    const loaded: Command = await command.load();
    if (loaded.usage !== undefined && args.some((arg) => arg === "--help" || arg === "-h"))
      return void process.stdout.write(asTyped(loaded.usage));
    await loaded.run(args, env);
  } catch (error) {
    const known = error instanceof FirnError;
    process.stderr.write(
      `firn: ${known || !(error instanceof Error) ? describeError(error) : redactUrls(error.stack ?? error.message)}\n`,
    );
    process.exitCode = 1;
    if (process.connected) leaveSupervisor(error);
  }
}

/** Leaves the supervisor. Reports a refused setting, because only the operator can change it and a restart is useless. */
function leaveSupervisor(error: unknown): void {
  const refused = error instanceof ConfigError ? describeError(error) : undefined;
  process.send?.({ refused }, () => process.disconnect());
}

function helpText(): string {
  const lines = Object.entries(COMMANDS).map(([name, { help }]) => `  firn ${name.padEnd(10)} ${help}`);
  return `Firn, the explorer for the node you run

${lines.join("\n")}

firn devnet --help and firn verify --help list options. Settings are FIRN_ variables: see docs/settings.md.
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithReader([process.stdout, process.stderr]);
  await main(process.argv.slice(2), process.env);
}
