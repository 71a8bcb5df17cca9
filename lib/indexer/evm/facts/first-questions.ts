import { balanceOfCall, readUint256 } from "../../../avalanche/evm/calls";
import { describeError, NodeError } from "../../../errors";
import type { AskBalance } from "./check-balance";
import {
  type ContractClient,
  findProbeHeight,
  type ProbedContract,
  probeContract,
  unansweredProbe,
} from "./probe";

/** Blocks wait no longer than this for what contracts say. */
const PATIENCE_MS = 5_000;
/** After a node took longer, nobody is asked while blocks are written for this long. */
const QUIET_MS = 60_000;

/** Asks contracts while their blocks are written, for as long as that does not hold those up. */
export class FirstQuestions {
  readonly #client: ContractClient;
  readonly #now: () => number;
  #slowAtMs = Number.NEGATIVE_INFINITY;
  #turn: { of: AbortSignal; patience: AbortSignal } | undefined;

  constructor(client: ContractClient, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  /**
   * What contracts of blocks up to `least` say, in their order; of one that was not asked undefined. Of contracts that
   * the node can't answer for, everything is open.
   */
  async probe(
    contracts: readonly Uint8Array[],
    { least, signal }: { least: number; signal: AbortSignal },
  ): Promise<(ProbedContract | undefined)[]> {
    if (contracts.length === 0 || this.#isQuiet) return [];
    const asked = await this.#inTime(signal, async (asking) => {
      const height = await findProbeHeight(this.#client, least, asking);
      return Promise.all(
        contracts.map((address) => probeContract(this.#client, address, { height, signal: asking })),
      );
    });
    return "answer" in asked ? asked.answer : contracts.map(() => unansweredProbe(asked.failure));
  }

  /** Asks what someone has. Where the contract does not say, or the node can't, nothing is told. */
  balances(signal: AbortSignal): AskBalance {
    return async ({ contract, holder }, height) => {
      if (this.#isQuiet) return undefined;
      const asked = await this.#inTime(signal, (asking) =>
        this.#client.callContract(contract, balanceOfCall(holder), { height, signal: asking }),
      );
      return "answer" in asked ? readUint256(asked.answer) : undefined;
    };
  }

  get #isQuiet(): boolean {
    return Math.abs(this.#now() - this.#slowAtMs) < QUIET_MS;
  }

  async #inTime<T>(
    signal: AbortSignal,
    ask: (asking: AbortSignal) => Promise<T>,
  ): Promise<{ answer: T } | { failure: string }> {
    const patience = this.#patience(signal);
    try {
      return { answer: await ask(patience) };
    } catch (error) {
      if (signal.aborted) return { failure: "Firn ends" };
      if (patience.aborted) {
        this.#slowAtMs = this.#now();
        return { failure: `no answer within ${PATIENCE_MS} ms` };
      }
      if (error instanceof NodeError) return { failure: describeError(error) };
      throw error;
    }
  }

  /** One for all that is asked in a turn of the event loop: what has one signal goes out in one batch. */
  #patience(signal: AbortSignal): AbortSignal {
    if (this.#turn?.of === signal) return this.#turn.patience;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    this.#turn = { of: signal, patience };
    setImmediate(() => {
      this.#turn = undefined;
    });
    return patience;
  }
}
