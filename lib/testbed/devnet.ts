import { hrpOfNetwork } from "../avalanche/ids";
import { openChains } from "../devnet/chains";
import { type History, openHistory, type Start } from "../devnet/history";
import { openLedger } from "../devnet/ledger/ledger";
import { openAnswers } from "../devnet/recorded-answers";
import type { Recording } from "../devnet/recording";
import { avaxMethods } from "../devnet/rpc/avax";
import { avmMethods } from "../devnet/rpc/avm";
import { cChainOf } from "../devnet/rpc/evm-chain";
import { platformMethods } from "../devnet/rpc/platform";
import { FirnError } from "../errors";

/** The answer of a method: its result, or its error message; `undefined` if the parameters do not fit. */
export type Reply = { result: unknown } | { error: string } | undefined;

/** The APIs of P, X and C over a recording, without a server. */
export interface ChainRig {
  history: History;
  ask(method: string, params?: Record<string, unknown>): Promise<Reply>;
  /** The result of a call that must succeed. */
  result<T>(method: string, params?: Record<string, unknown>): Promise<T>;
}

export function openRig(recording: Recording, start: Start = "all"): ChainRig {
  const history = openHistory({ recording, start });
  const recorded = openAnswers(recording);
  const hrp = hrpOfNetwork(recording.network.networkId);
  const ledger = openLedger(history, recorded);
  const node = { history, ledger, chains: openChains(recording), recorded, hrp };
  const methods = [...platformMethods(node), ...avmMethods(node), ...avaxMethods(node, cChainOf(history))];
  const byName = new Map(methods.map((method) => [method.name, method]));
  const ask = async (method: string, params: Record<string, unknown> = {}): Promise<Reply> => {
    const answer = byName.get(method);
    if (answer === undefined) return { error: `no method ${method}` };
    try {
      return await answer.run(params);
    } catch (error) {
      if (error instanceof FirnError) return { error: error.message };
      throw error;
    }
  };
  return {
    history,
    ask,
    async result<T>(method: string, params?: Record<string, unknown>) {
      const reply = await ask(method, params);
      if (reply === undefined || !("result" in reply)) throw new Error(`${method}: ${reply?.error}`);
      return reply.result as T;
    },
  };
}
