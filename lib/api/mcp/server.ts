import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { FirnStatus } from "../../contract/firn/status";
import { getStatus } from "../../contract/firn/status";
import { fillRoute, type Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import { describeError, FirnError, InputError } from "../../errors";
import { PARTIAL_HEADER } from "../middleware/callers";
import { inputSchemaOf, parametersOf, showsOf } from "./arguments";
import { TOOLS, type Tool, type ToolCase } from "./tools";

/** Asks the REST API for a path with its query. @throws FirnError where nobody answers */
export type AskApi = (path: string, signal: AbortSignal) => Promise<Response>;

/** What tools fill in for a caller. */
export interface McpFacts {
  /** @throws InputError, NodeError with the API's own words */
  read(ask: AskApi, signal: AbortSignal): Promise<Pick<FirnStatus, "network" | "streams">>;
}

const INSTRUCTIONS = `Firn indexes what an Avalanche node accepted: the P-Chain, the X-Chain, the C-Chain and EVM L1s. It reads only.
Tools that are about a chain take it as \`chain\`: P, X, C-atomic, C, or the EVM chain id of an L1 (status lists them).
"Now" is the newest indexed block; status says how fresh that is.`;

/** How long the network and its chains are taken as they were. */
const FACTS_MS = 60_000;

/** Facts that are asked for once a minute, by whoever needs them first. */
export function openMcpFacts(nowMs: () => number): McpFacts {
  let known: { atMs: number; facts: FirnStatus } | undefined;
  return {
    async read(ask, signal) {
      if (known !== undefined && Math.abs(nowMs() - known.atMs) < FACTS_MS) return known.facts;
      const response = await ask(getStatus.path, signal);
      if (!response.ok) throw new InputError("BAD_PARAMETER", await messageIn(response));
      known = { atMs: nowMs(), facts: (await response.json()) as FirnStatus };
      return known.facts;
    },
  };
}

/** An MCP server whose tools ask the REST API; connect it to a transport. */
export function openMcpServer({
  ask,
  facts,
  version,
}: {
  ask: AskApi;
  facts: McpFacts;
  version: string;
}): Server {
  const server = new Server(
    { name: "firn", title: "Firn", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => {
    listed ??= listTools();
    return { tools: listed };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `no tool "${params.name.slice(0, 80)}": see tools/list`);
    try {
      const path = await pathOf(tool, params.arguments ?? {}, () => facts.read(ask, signal));
      return await resultOf(await ask(path, signal));
    } catch (error) {
      if (error instanceof FirnError) return failed(describeError(error));
      throw error;
    }
  });
  return server;
}

/** It is the same for the life of the process, and takes a moment to make. */
let listed: ReturnType<typeof listTools> | undefined;

function listTools() {
  return TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));
}

/** The REST API's own answer, byte for byte, and what it lacks. */
async function resultOf(response: Response): Promise<CallToolResult> {
  if (!response.ok) return failed(await messageIn(response));
  const partial = response.headers.get(PARTIAL_HEADER);
  return {
    content: [
      { type: "text", text: await response.text() },
      ...(partial === null ? [] : [{ type: "text" as const, text: `This answer is partial: ${partial}` }]),
    ],
  };
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}

/** Why the API refused, in its own words. */
async function messageIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message } = JSON.parse(text) as { message?: string | string[] };
    if (message !== undefined) return [message].flat().join("; ");
  } catch {
    // what stands before the API may answer anything
  }
  return `the API answered with status ${response.status}`;
}

/** Path and query of the route that these arguments mean. @throws InputError BAD_PARAMETER */
async function pathOf(
  tool: Tool,
  given: Record<string, unknown>,
  readFacts: () => ReturnType<McpFacts["read"]>,
): Promise<string> {
  const { chain, show, ...values } = given;
  const chosen = caseOf(tool, given);
  const known = parametersOf(chosen);
  const stray = Object.keys(values).find((name) => !known.has(name));
  if (stray !== undefined)
    throw new InputError("BAD_PARAMETER", `${stray.slice(0, 80)} is not a parameter of ${tool.name} here`, {
      hint: `it takes ${[...known.keys()].join(", ") || "none"}`,
    });
  const route: Route = ROUTES[chosen.route];
  const filled: Record<string, unknown> = { ...values };
  if ("network" in route.params.shape) filled.network = (await readFacts()).network.servedAs;
  if (chosen.chain === "primary") filled.blockchainId = PRIMARY[String(chain).toLowerCase()];
  if (chosen.chain === "evm")
    filled.chainId = String(chain).toLowerCase() === "c" ? await cChainOf(readFacts) : String(chain);
  const pick = (shape: object) =>
    Object.fromEntries(
      Object.entries(filled).filter(([name, value]) => name in shape && value !== undefined),
    );
  return fillRoute(route, { params: pick(route.params.shape), query: pick(route.query.shape) });
}

const PRIMARY: Record<string, string> = { p: "p-chain", x: "x-chain", "c-atomic": "c-chain" };

/** The first case that these arguments fit. @throws InputError BAD_PARAMETER */
function caseOf(tool: Tool, { chain, show, ...values }: Record<string, unknown>): ToolCase {
  const { name, cases } = tool;
  const shows = showsOf(tool);
  const [fallback] = shows;
  const refuse = (sentence: string): never => {
    throw new InputError("BAD_PARAMETER", sentence);
  };
  if (show !== undefined && !shows.includes(String(show)))
    refuse(
      shows.length === 0 ? `show is not a parameter of ${name}` : `show must be one of ${shows.join(", ")}`,
    );
  const isOfChain = cases.some((each) => each.chain !== undefined);
  if (isOfChain && !["string", "number"].includes(typeof chain))
    refuse("chain must be P, X, C-atomic, C, an EVM chain id or a blockchain id");
  if (!isOfChain && chain !== undefined) refuse(`chain is not a parameter of ${name}`);
  const kind = String(chain).toLowerCase() in PRIMARY ? "primary" : "evm";
  const found = cases.find(
    (each) =>
      (each.chain === undefined || each.chain === kind) &&
      (each.show === undefined || each.show === (show ?? fallback)) &&
      (each.needs === undefined || values[each.needs] !== undefined),
  );
  return (
    found ??
    refuse(
      `${name} has no answer for chain ${String(chain).slice(0, 80)}${show === undefined ? "" : ` and show ${String(show)}`}: it is for ${kind === "primary" ? "EVM chains" : "P, X and C-atomic"}`,
    )
  );
}

/** The EVM chain id of the C-Chain. @throws InputError NOT_FOUND */
async function cChainOf(readFacts: () => ReturnType<McpFacts["read"]>): Promise<string> {
  const { streams } = await readFacts();
  const id = streams.find(({ evm }) => evm?.isCChain)?.evm?.chainId;
  if (id !== undefined) return id;
  throw new InputError("NOT_FOUND", "this Firn does not index the C-Chain yet", {
    hint: "status says what it does",
  });
}
