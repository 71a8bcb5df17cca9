import { DataError } from "../../errors";

/** A block of a batch can't be stored; those before it can. */
export class BlockFailure extends Error {
  /** Index of the block in its batch. */
  readonly index: number;
  readonly reason: DataError;

  constructor(index: number, reason: DataError) {
    super(reason.message, { cause: reason });
    this.name = "BlockFailure";
    this.index = index;
    this.reason = reason;
  }
}

/** Runs `work` for one block of a batch and turns a DataError into a BlockFailure. */
export function blockFailure<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DataError) throw new BlockFailure(index, error);
    throw error;
  }
}
