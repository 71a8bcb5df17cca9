import { readConfig } from "../../config";
import { InputError } from "../../errors";
import type { IndexedStoreId, Stores } from "../../store/stores";
import { parseArgs } from "../args";
import { storesOf } from "../paths";

export const usage = `firn chains: where the chains that are indexed are kept

  firn chains
      lists them: the primary network (P, X and C), and EVM chains by their ids
  firn chains move CHAIN SERVER
      moves one to another server of the database, while Firn goes on. CHAIN is \`primary\` or an EVM chain's id,
      SERVER its host and port as the list says them

Only a database that is spread over several servers has any to choose from: docs/scale.md.
`;

/** `firn chains [move CHAIN SERVER]`: see `usage`. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { rest } = parseArgs(args, {});
  const stores = storesOf(readConfig(env));
  const lines = rest.length === 0 ? await listChains(stores) : [await moveChain(stores, rest)];
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** A line for each chain that is indexed, and one for each server that holds none. */
export async function listChains(stores: Stores): Promise<string[]> {
  const [ids, servers] = await Promise.all([stores.list(), stores.servers()]);
  const width = Math.max(...ids.map((id) => spell(id).length));
  const fault = servers.find(({ role }) => role === "primary")?.error;
  const elsewhere = (id: IndexedStoreId) =>
    fault === undefined ? stores.whereIs(id) : `not known: ${fault}`;
  const chains = ids.map((id) => {
    const holder = servers.find((server) => server.stores?.includes(id));
    return `${spell(id).padEnd(width)}  ${holder?.at ?? elsewhere(id)}`;
  });
  const empty = servers.filter((server) => server.stores?.length === 0);
  return [...chains, ...empty.map(({ at }) => `nothing is on ${at}`)];
}

/**
 * @param args `move`, a chain and a server
 * @throws InputError BAD_PARAMETER for what can't be read or is not there; ConfigError as `Stores.move`
 */
export async function moveChain(stores: Stores, args: readonly string[]): Promise<string> {
  const [verb, chain = "", server, ...more] = args;
  if (verb !== "move" || server === undefined || more.length > 0)
    throw new InputError("BAD_PARAMETER", `firn chains ${args.join(" ")} says nothing to do`, {
      hint: "write firn chains, or firn chains move CHAIN SERVER",
    });
  const to = await stores.move(readChain(chain), server);
  return to === undefined ? `${chain} is on ${server} already` : `${chain} is on ${to} now`;
}

function spell(id: IndexedStoreId): string {
  return id === "primary" ? id : id.slice("evm/".length);
}

function readChain(text: string): IndexedStoreId {
  if (text === "primary") return text;
  if (/^[1-9]\d*$/.test(text)) return `evm/${text}`;
  throw new InputError("BAD_PARAMETER", `"${text}" names no chain`, {
    hint: "write primary (for P, X and C) or the id of an EVM chain, as firn chains lists them",
  });
}
