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

/** Blocks wait no longer than this for what contracts say. */
const PATIENCE_MS = 5_000;
/** After a node took longer, nobody is asked while blocks are written for this long. */
const QUIET_MS = 60_000;

/** Asks contracts while their blocks are written, for as long as that does not hold those up. */
export class FirstQuestions {
  readonly #client: ContractClient;
  readonly #now: () => number;
  readonly #log: Log;
  #slowAtMs = Number.NEGATIVE_INFINITY;
  /** Balances that could not be compared since the last one that was. */
  #notCompared = 0;
  #turn: { of: AbortSignal; patience: AbortSignal } | undefined;

  constructor(client: ContractClient, options: { now: () => number; log: Log }) {
    this.#client = client;
    this.#now = options.now;
    this.#log = options.log;
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

  /**
   * Asks contracts for balances, to compare them with the transfers. Undefined when the contract or the node gives none;
   * the token is then compared at its next transfer. A node without an answer is logged, not warned about: a node that
   * prunes has no past states, and balances from transfers are right for all but a few tokens.
   */
  balances(signal: AbortSignal): AskBalance {
    return async ({ contract, holder }, height) => {
      if (this.#isQuiet) return this.#leaveOut("its last answer was slow");
      const asked = await this.#inTime(signal, (asking) =>
        this.#client.callContract(contract, balanceOfCall(holder), { height, signal: asking }),
      );
      if ("failure" in asked) return signal.aborted ? undefined : this.#leaveOut(asked.failure);
      if (this.#notCompared > 0)
        this.#log.info("the node confirms token balances again", { leftOut: this.#notCompared });
      this.#notCompared = 0;
      return readUint256(asked.answer);
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
