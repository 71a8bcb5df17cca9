import { randomUUID } from "node:crypto";
import type * as contract from "../../contract/firn/webhooks";
import { enqueue } from "../../delivery/outbox";
import { canonicalJson } from "../../delivery/signature";
import { InputError } from "../../errors";
import { countWaiting } from "../../store/queries/delivery";
import { listWebhooks } from "../../store/queries/webhooks/webhook";
import type { Handler } from "../handler";
import { presentState } from "../present/webhook";
import { outboxOf, readWebhook, rowsOf } from "../webhooks/registry";

/** Most webhooks that the console shows. */
const MOST_SHOWN = 500;

export const listWebhookStates: Handler<typeof contract.listWebhookStates> = ({ service }) =>
  service.webhooks.read(async (db) => {
    const everybodys = { owner: undefined, state: undefined, below: undefined, limit: MOST_SHOWN };
    const webhooks: ReturnType<typeof presentState>[] = [];
    for (const rows of await rowsOf(db, await listWebhooks(db, everybodys), { withAddresses: false }))
      webhooks.push(presentState(rows, (await countWaiting(outboxOf(db), rows.webhook.id)).messages));
    return { webhooks };
  });

export const testWebhook: Handler<typeof contract.testWebhook> = ({ params, manager, service }) =>
  service.webhooks.write(async (db) => {
    if (manager === undefined) throw new Error("a route of webhooks was answered for nobody");
    const { webhook, target } = await readWebhook(db, manager, params.id);
    if (target.state !== "open")
      throw new InputError("BAD_PARAMETER", `webhook ${webhook.id} is inactive`, {
        hint: "make it active first",
      });
    const messageId = randomUUID();
    const body = canonicalJson({ webhookId: webhook.id, eventType: "test", messageId, event: {} });
    const message = { target: webhook.id, messages: [{ id: messageId, body }], nowMs: service.nowMs() };
    await enqueue(outboxOf(db), message);
    return { messageId };
  });
