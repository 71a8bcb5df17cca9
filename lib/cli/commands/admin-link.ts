import { resolve } from "node:path";
import { openOperatorClient } from "../../client/operator";
import { type Config, originOf, readConfig } from "../../config";
import { createSignInLink } from "../../contract/operator/access";
import { hrefTo } from "../../contract/pages";
import { parseOptions } from "../args";

/** `firn admin-link`: prints a link that signs in to the admin console once, within ten minutes. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  const client = openOperatorClient({
    baseUrl: originOf("127.0.0.1", config.operatorPort),
    dataDir: resolve(config.dataDir),
    timeoutMs: 5_000,
  });
  const { secret, expiresAtMs } = await client.ask(createSignInLink);
  const until = new Date(expiresAtMs).toTimeString().slice(0, 5);
  process.stdout.write(`${signInUrl(config, secret)}\nIt works once, until ${until}.\n`);
}

/** The secret is in the fragment, which browsers do not send, so no log contains it. */
export function signInUrl({ host, webPort }: Pick<Config, "host" | "webPort">, secret: string): string {
  return `${originOf(host, webPort)}${hrefTo("signIn")}#${secret}`;
}
