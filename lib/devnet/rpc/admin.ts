import { posix } from "node:path";
import { formatId } from "../../avalanche/ids";
import * as admin from "../../contract/node/admin";
import { InputError } from "../../errors";
import type { Loggers } from "../admin/loggers";
import type { Plugins } from "../admin/plugins";
import type { Profiler } from "../admin/profiler";
import type { Aliases } from "../aliases";
import { readCb58Id } from "../go/cb58";
import { type Answer, answers } from "../http/json2";
import type { Router } from "../http/router";
import type { NodeForm } from "../node-form";

/** What the admin API acts on. */
export interface AdminParts {
  loggers: Loggers;
  profiler: Profiler;
  plugins: Plugins;
}

interface Surroundings {
  router: Router;
  chains: Aliases;
  nodeForm: NodeForm;
}

/**
 * The admin API. `getConfig`, which holds secrets, and `dbGet` are not served.
 * @source AvalancheGo api/admin/service.go
 */
export function adminMethods(parts: AdminParts, surroundings: Surroundings): Answer[] {
  return [...aliasMethods(surroundings), ...loggerMethods(parts, surroundings), ...profileMethods(parts)];
}

function aliasMethods({ router, chains }: Surroundings): Answer[] {
  return [
    answers(admin.alias, ({ endpoint, alias }) => {
      requireShort(alias);
      router.alias(`/ext/${endpoint}`, `/ext/${alias}`);
      return {};
    }),
    answers(admin.aliasChain, ({ chain, alias }) => {
      requireShort(alias);
      const id = chains.find(chain);
      if (id === undefined) throw new InputError("NOT_FOUND", `there is no ID with alias: ${chain}`);
      chains.add(id, alias);
      router.alias(`/ext/bc/${id}`, `/ext/${posix.join("bc", alias).replace(/(?<=.)\/$/, "")}`);
      return {};
    }),
    answers(admin.getChainAliases, ({ chain }) => {
      const names = chains.namesOf(formatId(readCb58Id(chain)));
      return { aliases: names.length === 0 ? null : [...names] };
    }),
  ];
}

function loggerMethods({ loggers }: AdminParts, { nodeForm }: Surroundings): Answer[] {
  return [
    answers(admin.getLoggerLevel, ({ loggerName }) => ({ loggerLevels: loggers.levels(loggerName) })),
    answers(admin.setLoggerLevel, ({ loggerName, ...levels }) => {
      const loggerLevels = loggers.setLevels(loggerName, levels);
      return nodeForm.returnsNewLevels ? { loggerLevels } : {};
    }),
  ];
}

function profileMethods({ profiler, plugins }: AdminParts): Answer[] {
  const done = async (work: void | Promise<void>) => {
    await work;
    return {};
  };
  return [
    answers(admin.startCPUProfiler, () => done(profiler.startCpu())),
    answers(admin.stopCPUProfiler, () => done(profiler.stopCpu())),
    answers(admin.memoryProfile, () => done(profiler.memory())),
    answers(admin.lockProfile, () => done(profiler.locks())),
    answers(admin.stacktrace, () => done(profiler.stacktrace())),
    answers(admin.loadVMs, () => plugins.load()),
  ];
}

function requireShort(alias: string): void {
  if (Buffer.byteLength(alias) <= admin.MAX_ALIAS_BYTES) return;
  throw new InputError("BAD_PARAMETER", "alias length is too long");
}
