import { MESSAGE_STEPS, type MessageStepKind } from "../../../avalanche/evm/message-steps";
import type { EvmDb } from "../../db";
import { heightOf, positionOf } from "../../rows/columns";
import { rowCount } from "../../sql/computed";
import { setOf } from "../../sql/expressions";
import type { MessageStepTable } from "../../tables/evm/chain";
import { inParts } from "../by-key";

/** Which steps of messages are listed. */
export interface StepFilter {
  kind: MessageStepKind;
  /** The blockchain at the other end; any if undefined. */
  other?: Uint8Array | undefined;
  sender?: Uint8Array | undefined;
  recipient?: Uint8Array | undefined;
}

/** The newest steps before one, the first of its kind for each message. */
export function listSteps(
  db: EvmDb,
  filter: StepFilter,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<MessageStepTable[]> {
  let query = firstSteps(db, filter).selectAll("message_step");
  if (below !== undefined) query = query.where("message_step.step", "<", below);
  return query.orderBy("message_step.step", "desc").limit(limit).execute();
}

/** How many steps there are from one on and below another, the first of its kind for each message, by the blockchain at the other end. */
export function countSteps(
  db: EvmDb,
  filter: StepFilter,
  { from, below }: { from: number; below: number },
): Promise<{ other_blockchain_id: Uint8Array; count: number }[]> {
  return firstSteps(db, filter)
    .select(["message_step.other_blockchain_id", rowCount.as("count")])
    .where("message_step.step", ">=", from)
    .where("message_step.step", "<", below)
    .groupBy("message_step.other_blockchain_id")
    .execute();
}

function firstSteps(db: EvmDb, { kind, other, sender, recipient }: StepFilter) {
  let query = db
    .selectFrom("message_step")
    .where("message_step.kind", "=", kindOf(kind))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("message_step as earlier")
            .select("earlier.step")
            .whereRef("earlier.message_id", "=", "message_step.message_id")
            .whereRef("earlier.kind", "=", "message_step.kind")
            .whereRef("earlier.step", "<", "message_step.step"),
        ),
      ),
    );
  if (other !== undefined) query = query.where("message_step.other_blockchain_id", "=", other);
  if (sender !== undefined) query = query.where("message_step.sender", "=", sender);
  if (recipient !== undefined) query = query.where("message_step.recipient", "=", recipient);
  return query;
}

/** All steps of some messages, in their order. */
export async function findSteps(db: EvmDb, ids: readonly Uint8Array[]): Promise<MessageStepTable[]> {
  const rows = await inParts(db, ids, (part) =>
    db.selectFrom("message_step").selectAll().where("message_id", "in", setOf(part)).execute(),
  );
  return rows.sort((a, b) => a.step - b.step);
}

/** The blockchains at the other end of steps of one kind. */
export async function listOtherChains(db: EvmDb, kind: MessageStepKind): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (;;) {
    const last = found.at(-1);
    // From one to the next: a chain has few partners and many messages.
    let query = db.selectFrom("message_step").select("other_blockchain_id").where("kind", "=", kindOf(kind));
    if (last !== undefined) query = query.where("other_blockchain_id", ">", last);
    const next = await query.orderBy("other_blockchain_id").limit(1).executeTakeFirst();
    if (next === undefined) return found;
    found.push(next.other_blockchain_id);
  }
}

/** Steps of a block, in their order. */
export function listMessagesIn(db: EvmDb, height: number): Promise<MessageStepTable[]> {
  return db
    .selectFrom("message_step")
    .selectAll()
    .where("step", ">=", positionOf(height, 0))
    .where("step", "<", positionOf(height + 1, 0))
    .orderBy("step")
    .execute();
}

/** The first message that a transaction sent or received by the messenger, as answers name it. */
export async function findMessengerStep(db: EvmDb, position: number): Promise<MessageStepTable | undefined> {
  return db
    .selectFrom("message_step")
    .selectAll()
    .where("step", ">=", positionOf(heightOf(position), 0))
    .where("step", "<", positionOf(heightOf(position) + 1, 0))
    .where("position", "=", position)
    .where("kind", "in", setOf([kindOf("sent"), kindOf("received")]))
    .orderBy("step")
    .limit(1)
    .executeTakeFirst();
}

export function kindOf(kind: MessageStepKind): number {
  return MESSAGE_STEPS.indexOf(kind);
}
