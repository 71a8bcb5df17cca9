import { ACTIONS, type Actions } from "../../contract/etherscan/actions";
import type { EtherscanAnswer } from "../../contract/etherscan/answers";
import type * as contract from "../../contract/etherscan/api";
import { parseMembers, type Route } from "../../contract/route";
import { InputError } from "../../errors";
import type { Handler, HandlerRequest } from "../handler";
import { account } from "./account";
import { block } from "./block";
import { findChain } from "./chain";
import { contract as ofContracts } from "./contract";
import { logs } from "./logs";
import type { Module } from "./module";
import { proxy } from "./proxy";
import { stats } from "./stats";
import { transaction } from "./transaction";

const MODULES: { [Name in keyof Actions]: Module<Name> } = {
  account,
  contract: ofContracts,
  logs,
  proxy,
  block,
  stats,
  transaction,
};

export const etherscanApi: Handler<typeof contract.etherscanApi> = (request) => answer(request);

export const etherscanApiOfChain: Handler<typeof contract.etherscanApiOfChain> = (request) =>
  answer(request, request.params.chain);

type Request = Pick<
  HandlerRequest<Route>,
  "read" | "readEvm" | "readEvmSlow" | "evmChains" | "service" | "query"
>;

/** @throws InputError BAD_PARAMETER, NOT_FOUND */
async function answer(request: Request, chain?: string): Promise<EtherscanAnswer> {
  const { read, readEvm, readEvmSlow, service } = request;
  const given = Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== ""));
  const module = named(ACTIONS, given.module, "module");
  const action = named(ACTIONS[module], given.action, "action");
  const query = parseMembers(ACTIONS[module][action], given);
  const chainId = await findChain(request, { chain, chainid: given.chainid as string | undefined });
  // Each action is answered with what its own schema made of the parameters.
  const answers = MODULES[module] as Record<
    string,
    (asked: object, query: object) => Promise<EtherscanAnswer>
  >;
  return (answers[action] as (typeof answers)[string])(
    { read, readEvm, readEvmSlow, service, chainId },
    query,
  );
}

/** The member of a table that a parameter names, in any case. @throws InputError BAD_PARAMETER */
function named<Table extends object>(table: Table, given: unknown, parameter: string): keyof Table {
  const names = Object.keys(table) as (keyof Table & string)[];
  const text = String(given ?? "").toLowerCase();
  const name = names.find((candidate) => candidate.toLowerCase() === text);
  if (name !== undefined) return name;
  throw new InputError(
    "BAD_PARAMETER",
    `Missing Or invalid ${parameter === "module" ? "Module" : "Action"} name`,
    { hint: `${parameter} must be one of ${names.join(", ")}` },
  );
}
