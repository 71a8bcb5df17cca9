import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/data/webhooks";
import { readSecret, rotateSecret } from "../../delivery/outbox";
import { InputError } from "../../errors";
import type { WebhookDb } from "../../store/db";
import {
  countAddresses,
  deleteAddresses,
  listAddresses,
  listWebhooks as listRows,
  type WebhookRow,
} from "../../store/queries/webhooks/webhook";
import type { Manager } from "../access/managing";
import type { Handler, HandlerRequest } from "../handler";
import { takePage } from "../page/page";
import { presentEvmWebhook, presentWebhook } from "../present/webhook";
import {
  activate,
  addAddresses,
  addWebhook,
  changeWebhook,
  checkUrl,
  deactivate,
  outboxOf,
  ownerOf,
  placeOf,
  readWebhook,
  requireWebhook,
  rowsOf,
} from "../webhooks/registry";
import { addressBytes, checkSent } from "../webhooks/settings";

export const createWebhook: Handler<typeof contract.createWebhook> = async (request) => {
  const manager = managerOf(request);
  const { sent, service } = request;
  const { url, name = "", description = "" } = sent;
  checkUrl(url, manager);
  const network = await request.read(async (context) => context.network);
  const checked = checkSent(sent, network);
  const place = await placeOf(checked, request);
  return service.webhooks.write(async (db) => {
    const made = { url, name, description, checked, place };
    const id = await addWebhook(db, made, { manager, nowMs: service.nowMs() });
    return presentWebhook(await readWebhook(db, manager, id));
  });
};

export const listWebhooks: Handler<typeof contract.listWebhooks> = async (request) => {
  const { query, service } = request;
  const { owner } = managerOf(request);
  const state = query.status && (query.status === "active" ? "open" : "closed");
  const tokens = await request.read(async ({ pageTokens }) => pageTokens);
  return service.webhooks.read(async (db) => {
    const page = await takePage({
      tokens,
      token: query.pageToken,
      start: undefined,
      pageSize: query.pageSize,
      canonical: { endpoint: "webhooks", owner, state },
      list: (below, limit) => listRows(db, { owner, state, below, limit }),
      cursorOf: ({ number }) => number,
    });
    const webhooks = (await rowsOf(db, page.rows)).map(presentWebhook);
    return { nextPageToken: page.nextPageToken, webhooks };
  });
};

export const getWebhook: Handler<typeof contract.getWebhook> = (request) =>
  request.service.webhooks.read(async (db) =>
    presentWebhook(await readWebhook(db, managerOf(request), request.params.id)),
  );

export const deactivateWebhook: Handler<typeof contract.deactivateWebhook> = (request) => {
  const manager = managerOf(request);
  return request.service.webhooks.write(async (db) => {
    await deactivate(db, await requireWebhook(db, manager, request.params.id), manager);
    return presentWebhook(await readWebhook(db, manager, request.params.id));
  });
};

export const updateWebhook: Handler<typeof contract.updateWebhook> = async (request) => {
  const manager = managerOf(request);
  const { params, service } = request;
  const { status, ...change } = request.sent;
  const found = await service.webhooks.read((db) => requireWebhook(db, manager, params.id));
  const next = status === "active" ? await nextOf(found, request) : undefined;
  return service.webhooks.write(async (db) => {
    const webhook = await requireWebhook(db, manager, params.id);
    await changeWebhook(db, webhook, { change, manager });
    if (next !== undefined) await activate(db, webhook, next);
    if (status === "inactive") await deactivate(db, webhook, manager);
    return presentWebhook(await readWebhook(db, manager, params.id));
  });
};

export const generateOrRotateSharedSecret: Handler<typeof contract.generateOrRotateSharedSecret> = (
  request,
) =>
  request.service.webhooks.write(async (db) => ({
    secret: await rotateSecret(outboxOf(db), ownerOf(managerOf(request))),
  }));

export const getSharedSecret: Handler<typeof contract.getSharedSecret> = (request) =>
  request.service.webhooks.write(async (db) => ({
    secret: await readSecret(outboxOf(db), ownerOf(managerOf(request))),
  }));

export const getAddressesFromWebhook: Handler<typeof contract.getAddressesFromWebhook> = async (request) => {
  const { params, query, service } = request;
  const manager = managerOf(request);
  const tokens = await request.read(async ({ pageTokens }) => pageTokens);
  return service.webhooks.read(async (db) => {
    const { id } = await requireEvmWebhook(db, manager, params.id);
    const page = await takePage({
      tokens,
      token: query.pageToken,
      start: undefined,
      pageSize: query.pageSize,
      canonical: { endpoint: "webhookAddresses", id },
      list: (after, limit) => listAddresses(db, id, { after, limit }),
      cursorOf: ({ number }) => number,
    });
    return {
      nextPageToken: page.nextPageToken,
      addresses: page.rows.map(({ address }) => formatEvmAddress(address)),
      totalAddresses: await countAddresses(db, id),
    };
  });
};

export const addAddressesToWebhook: Handler<typeof contract.addAddressesToWebhook> = (request) =>
  changeAddresses(request, (db, id) => addAddresses(db, id, addressBytes(request.sent.addresses)));

export const removeAddressesFromWebhook: Handler<typeof contract.removeAddressesFromWebhook> = (request) =>
  changeAddresses(request, (db, id) => deleteAddresses(db, id, addressBytes(request.sent.addresses)));

type AddressRequest =
  | HandlerRequest<typeof contract.addAddressesToWebhook>
  | HandlerRequest<typeof contract.removeAddressesFromWebhook>;

function changeAddresses(
  request: AddressRequest,
  change: (db: WebhookDb, id: string) => Promise<void>,
): Promise<contract.EvmWebhook> {
  const manager = managerOf(request);
  return request.service.webhooks.write(async (db) => {
    const { id } = await requireEvmWebhook(db, manager, request.params.id);
    await change(db, id);
    return presentEvmWebhook(await readWebhook(db, manager, id));
  });
}

/** @throws InputError BAD_PARAMETER for a webhook that has no addresses; as `requireWebhook` */
async function requireEvmWebhook(db: WebhookDb, manager: Manager, id: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(db, manager, id);
  if (webhook.event_type === "address_activity") return webhook;
  throw new InputError(
    "BAD_PARAMETER",
    `webhook ${id} is of ${webhook.event_type}, which has no EVM addresses`,
  );
}

function nextOf(
  { event_type, chain }: WebhookRow,
  readers: Pick<HandlerRequest<typeof contract.updateWebhook>, "read" | "readEvm">,
): Promise<number> {
  const eventType = event_type as contract.WebhookEventType;
  return placeOf({ eventType, chainId: chain }, readers).then(({ next_height }) => next_height);
}

/** Who asks. @throws Error when the route let somebody in whom it does not know: a bug */
function managerOf({ manager }: Pick<HandlerRequest<never>, "manager">): Manager {
  if (manager === undefined) throw new Error("a route of webhooks was answered for nobody");
  return manager;
}
