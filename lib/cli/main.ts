import { fileURLToPath } from "node:url";
import { ConfigError, describeError, FirnError, InputError } from "../errors";
import { endWithReader } from "./closed-pipe";

/** Every command of `firn`: what it does, and the module that does it (loaded only when asked for). */
const COMMANDS = {
  up: { help: "start everything (npm start)", load: () => import("./commands/up") },
  devnet: { help: "serve a recorded node", load: () => import("./commands/devnet") },
  index: { help: "follow the node and write the store", load: () => import("./commands/indexer") },
  api: { help: "serve the REST API", load: () => import("./commands/api") },
  web: { help: "serve the web app", load: () => import("./commands/web") },
  operator: {
    help: "serve the admin console's wire, on loopback",
    load: () => import("./commands/operator"),
  },
  "admin-link": {
    help: "make a link that signs in to the admin console",
    load: () => import("./commands/admin-link"),
  },
  reproject: {
    help: "make all rows anew from the stored bytes, with the indexer stopped",
    load: () => import("./commands/reproject"),
  },
  verify: {
    help: "check the store against its own bytes and against the node",
    load: () => import("./commands/verify"),
  },
  status: { help: "say what is indexed and how fresh it is", load: () => import("./commands/status") },
  reset: {
    help: "delete the stores (--yes); the node is asked anew",
    load: () => import("./commands/reset"),
  },
  recording: {
    help: "make a recording: firn recording FOLDER FILE",
    load: () => import("./commands/recording"),
  },
} as const;

export type Command = {
  run(args: string[], env: NodeJS.ProcessEnv): Promise<void>;
  /** What `--help` says, of a command that does not say it itself. */
  usage?: string;
};

/** Runs one command. Expected failures become one sentence and exit code 1; a bug keeps its stack trace. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [name = "help", ...args] = argv;
  try {
    if (name === "help" || name === "--help" || name === "-h") return void process.stdout.write(helpText());
    const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
    if (command === undefined) {
      throw new InputError("BAD_PARAMETER", `there is no command "${name}"`, {
        hint: "firn help lists them",
      });
    }
    const loaded: Command = await command.load();
    if (loaded.usage !== undefined && args.some((arg) => arg === "--help" || arg === "-h"))
      return void process.stdout.write(loaded.usage);
    await loaded.run(args, env);
  } catch (error) {
    const known = error instanceof FirnError;
    process.stderr.write(
      `firn: ${known || !(error instanceof Error) ? describeError(error) : error.stack}\n`,
    );
    process.exitCode = 1;
    if (process.connected) leaveSupervisor(error);
  }
}

/** Leaves the supervisor; says so when starting again would be of no use: only the operator can change a setting. */
function leaveSupervisor(error: unknown): void {
  const refused = error instanceof ConfigError ? describeError(error) : undefined;
  process.send?.({ refused }, () => process.disconnect());
}

function helpText(): string {
  const lines = Object.entries(COMMANDS).map(([name, { help }]) => `  firn ${name.padEnd(10)} ${help}`);
  return `Firn, the explorer for the node you run\n\n${lines.join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithReader([process.stdout, process.stderr]);
  await main(process.argv.slice(2), process.env);
}
