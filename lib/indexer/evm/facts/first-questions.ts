import { balanceOfCall, readUint256 } from "../../../avalanche/evm/calls";
import { describeError, NodeError } from "../../../errors";
import type { Log } from "../../../log";
import type { AskBalance } from "./check-balance";
import {
  type ContractClient,
  findProbeHeight,
  type ProbedContract,
  probeContract,
  unansweredProbe,
} from "./probe";

/** The longest that a block waits for answers of contracts. */
const TIMEOUT_MS = 5_000;
/** After a timeout no contract is asked for this long while blocks are written. */
const QUIET_MS = 60_000;

/** Asks contracts while their blocks are written, as long as that does not hold up the blocks. */
export class FirstQuestions {
  readonly #client: ContractClient;
  readonly #now: () => number;
  readonly #log: Log;
  #slowAtMs = Number.NEGATIVE_INFINITY;
  /** Balances that were not compared since the last comparison. */
  #notCompared = 0;
  #thisTurn: { of: AbortSignal; limit: AbortSignal } | undefined;

  constructor(client: ContractClient, options: { now: () => number; log: Log }) {
    this.#client = client;
    this.#now = options.now;
    this.#log = options.log;
  }

  /**
   * What contracts of blocks up to `least` say of themselves, in order. Empty if none was asked. If the node has no
   * answer, every fact is open.
   */
  async probe(
    contracts: readonly Uint8Array[],
    { least, signal }: { least: number; signal: AbortSignal },
  ): Promise<(ProbedContract | undefined)[]> {
    if (contracts.length === 0 || this.#isQuiet) return [];
    const result = await this.#withTimeLimit(signal, async (timed) => {
      const height = await findProbeHeight(this.#client, least, timed);
      return Promise.all(
        contracts.map((address) => probeContract(this.#client, address, { height, signal: timed })),
      );
    });
    return "answer" in result ? result.answer : contracts.map(() => unansweredProbe(result.failure));
  }

  /**
   * Asks contracts for balances, to compare them with the transfers. A node without an answer is logged, not warned about: a node that
   * prunes has no past states, and balances from transfers are right for all but a few tokens.
   */
  balances(signal: AbortSignal): AskBalance {
    return async ({ contract, holder }, height) => {
      if (this.#isQuiet) return this.#leaveOut("its last answer was slow");
      const result = await this.#withTimeLimit(signal, (timed) =>
        this.#client.callContract(contract, balanceOfCall(holder), { height, signal: timed }),
      );
      if ("failure" in result) return signal.aborted ? undefined : this.#leaveOut(result.failure);
      if (this.#notCompared > 0)
        this.#log.info("the node confirms token balances again", { leftOut: this.#notCompared });
      this.#notCompared = 0;
      return readUint256(result.answer) ?? null;
    };
  }

  #leaveOut(why: string): undefined {
    this.#notCompared += 1;
    if (this.#notCompared === 1)
      this.#log.info(`token balances are computed from transfers; the node did not confirm them: ${why}`);
  }

  get #isQuiet(): boolean {
    return Math.abs(this.#now() - this.#slowAtMs) < QUIET_MS;
  }

  async #withTimeLimit<T>(
    signal: AbortSignal,
    ask: (timed: AbortSignal) => Promise<T>,
  ): Promise<{ answer: T } | { failure: string }> {
    const limit = this.#timeLimit(signal);
    try {
      return { answer: await ask(limit) };
    } catch (error) {
      if (signal.aborted) return { failure: "Firn ends" };
      if (limit.aborted) {
        this.#slowAtMs = this.#now();
        return { failure: `no answer within ${TIMEOUT_MS} ms` };
      }
      if (error instanceof NodeError) return { failure: describeError(error) };
      throw error;
    }
  }

  /** One signal for all questions in one turn of the event loop: calls with the same signal are sent as one batch. */
  #timeLimit(signal: AbortSignal): AbortSignal {
    if (this.#thisTurn?.of === signal) return this.#thisTurn.limit;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    this.#thisTurn = { of: signal, limit };
    setImmediate(() => {
      this.#thisTurn = undefined;
    });
    return limit;
  }
}
