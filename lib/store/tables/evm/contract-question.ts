/** What the node is still to be asked about a contract. A contract without a row has answered everything. */
export interface ContractQuestionTable {
  address_id: number;
  /** Bits of `CONTRACT_FACTS`: what is not settled. The contract's row holds what is known or guessed of them. */
  facts: number;
  /** How often in a row the node could not say; 0 when it was not asked yet. */
  attempts: number;
  /** Of the first of these failures, unix milliseconds. */
  failed_since_ms: number | null;
  /** What the node said the last time. */
  failure: string | null;
  /** When it is asked (again), unix milliseconds. */
  due_at_ms: number;
  /** Bits of `CONTRACT_DOUBTS`: events that were read by a guessed standard. */
  doubts: number;
}
