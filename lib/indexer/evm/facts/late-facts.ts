import type { Log } from "../../../log";
import {
  askContractAgain,
  askContractsNow,
  deleteContractQuestions,
  writeContractAnswer,
} from "../../../store/bookkeeping/contract-questions";
import { asHolder, type Claim } from "../../../store/bookkeeping/lease";
import type { EvmDb } from "../../../store/db";
import type { Mailbox } from "../../../store/nfts/asked-nfts";
import {
  type DueContract,
  hasOtherForm,
  listDueContracts,
  readContractQuestion,
} from "../../../store/queries/evm/contract-question";
import { findChainEnd } from "../../../store/queries/evm/figures";
import { readContract } from "../../../store/queries/evm/token";
import { TOKEN_STANDARDS, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { EvmStore } from "../../../store/stores";
import type { ContractTable } from "../../../store/tables/evm/tokens";
import { repeatSteps } from "../../follow/idle";
import type { ReaderOptions } from "../../follow/read";
import {
  afterProbe,
  type ContractClient,
  findProbeHeight,
  isMisread,
  isStandardOpen,
  type ProbedContract,
  probeContract,
} from "./probe";

export interface LateFactsOptions {
  store: EvmStore;
  claim: Claim;
  client: ContractClient;
  /** Requests to ask contracts again. */
  mailbox?: Mailbox | undefined;
  /** Runs `work` while nothing else writes the store. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/** Contracts asked in one batch. */
const MOST_CONTRACTS = 32;

/**
 * Asks contracts again for what the node could not say when they first appeared. Runs beside the follower until the
 * signal: once at the start, then with pauses that grow with each failure.
 */
export async function askContractsAgain(options: LateFactsOptions): Promise<void> {
  const { store, claim, now } = options;
  let isNew = true;
  const step = async () => {
    if (isNew) await options.alone(() => asHolder(store.db, claim, (trx) => askContractsNow(trx, now())));
    isNew = false;
    await takeRequests(options);
    return askDueContracts(options);
  };
  await repeatSteps(step, "contracts are asked again later", options);
}

/** Contracts that were requested become due as if they had never been asked. */
async function takeRequests({ store, claim, mailbox, alone }: LateFactsOptions): Promise<void> {
  if (mailbox === undefined) return;
  for (const contract of await mailbox.contracts()) {
    await alone(() => asHolder(store.db, claim, (trx) => askContractAgain(trx, contract)));
    await mailbox.take({ contract });
  }
}

/** @returns whether any contract was due @throws NodeError when the node does not answer, or is behind */
async function askDueContracts(options: LateFactsOptions): Promise<boolean> {
  const { store, client, now, signal } = options;
  const due = await listDueContracts(store.db, { nowMs: now(), limit: MOST_CONTRACTS });
  if (due.length === 0) return false;
  const height = await findProbeHeight(client, (await findChainEnd(store.db))?.height ?? 0, signal);
  const probes = await Promise.all(
    due.map(({ address }) => probeContract(client, address, { height, signal })),
  );
  signal.throwIfAborted();
  await options.alone(() => storeAnswers(options, due, probes));
  return true;
}

function storeAnswers(
  { store, claim, now }: LateFactsOptions,
  due: readonly DueContract[],
  probes: readonly ProbedContract[],
): Promise<void> {
  return asHolder(store.db, claim, async (trx) => {
    for (const [i, { question: asked }] of due.entries()) {
      const probed = probes[i];
      const question = await readContractQuestion(trx, asked.address_id);
      const contract = await readContract(trx, asked.address_id);
      if (!contract) await deleteContractQuestions(trx, [asked.address_id]);
      // Meanwhile a new block may have asked it, or someone may have requested all its facts again.
      if (!probed || !contract || question?.facts !== asked.facts || question.due_at_ms !== asked.due_at_ms)
        continue;
      const after = afterProbe(contract, question, { probed, seen: contract.standard, nowMs: now() });
      const isStandardNew = isStandardOpen(question) && !isStandardOpen(after.question);
      const misread = isStandardNew && (await isMisreadBy(trx, after.contract, question.doubts));
      await writeContractAnswer(
        trx,
        misread ? { ...after.contract, asks_node: true } : after.contract,
        after.question,
      );
    }
  });
}

const FORM_OF: Record<(typeof TOKEN_STANDARDS)[number], (typeof TRANSFER_FORMS)[number] | undefined> = {
  UNKNOWN: undefined,
  "ERC-20": "erc20",
  "ERC-721": "erc721",
  "ERC-1155": "erc1155",
};

/**
 * Whether stored events were read differently from what the contract turned out to be, so that its balances are wrong.
 */
async function isMisreadBy(db: EvmDb, contract: ContractTable, doubts: number): Promise<boolean> {
  const form = FORM_OF[TOKEN_STANDARDS[contract.standard] ?? "UNKNOWN"];
  if (form === undefined) return false;
  return isMisread(doubts, contract.standard) || hasOtherForm(db, contract, TRANSFER_FORMS.indexOf(form));
}
