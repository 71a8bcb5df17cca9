import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import packageJson from "../../../package.json";
import { openMcpFacts, openMcpServer } from "../../api/mcp/server";
import { openDataClient } from "../../client/data";
import { originOf, readConfig } from "../../config";
import { InputError } from "../../errors";
import { parseOptions } from "../args";
import { readApiSecret } from "../paths";

/** Longer than the API itself takes for any answer. */
const TIMEOUT_MS = 35_000;

export const usage = `firn mcp [--url URL]

Answers an agent by the Model Context Protocol on standard input and output, from the API of this Firn
(FIRN_API_PORT), or of the one at URL, with the key in FIRN_MCP_KEY. docs/mcp.md says how to set it up.
`;

/** `firn mcp`: an agent's questions, over standard input and output, asked of a running API. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { url } = parseOptions(args, { url: "value" });
  const config = readConfig(env);
  if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw new InputError("BAD_PARAMETER", "--url must be like http://127.0.0.1:8080");
  const baseUrl = url ?? originOf(config.host, config.apiPort);
  const client = openDataClient({
    baseUrl,
    apiKey: config.mcpKey,
    timeoutMs: TIMEOUT_MS,
    // It proves nothing to another Firn, and is none of its business.
    secret: url === undefined ? readApiSecret(config) : undefined,
  });
  const server = openMcpServer({
    ask: (path, signal) => client.forward(new URL(path, baseUrl), { signal }),
    facts: openMcpFacts(Date.now),
    version: packageJson.version,
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", () => void server.close());
  });
  await server.connect(new StdioServerTransport());
  await ended;
}
