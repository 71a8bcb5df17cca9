import { button } from "@/components/ui/button";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { WebhookState } from "@/lib/contract/firn/webhooks";
import { ActionForm } from "./action-form";
import { ActionOutcome } from "./action-outcome";
import { AddField, AddForm } from "./add-form";

const COLUMNS = [
  { label: "Webhook" },
  { label: "Delivery" },
  { label: "Actions", quiet: true },
  { label: "State", right: true },
];

/** Webhooks of all keys, with how their delivery stands. @param webhooks undefined when Firn's API did not answer */
export function Webhooks({ webhooks }: { webhooks: readonly WebhookState[] | undefined }) {
  return (
    <Panel id="webhooks" title="Webhooks" aside="what Firn sends to others">
      <ActionOutcome section="webhooks" />
      {webhooks === undefined || webhooks.length === 0 ? (
        <p className={PANEL_NOTE}>
          {webhooks === undefined
            ? "Webhooks could not be read: Firn’s API does not answer."
            : "There are none. Keys that may have webhooks make them through the API."}
        </p>
      ) : (
        <Table caption="Webhooks" columns={COLUMNS} look="lines">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </Table>
      )}
      <AddForm section="webhooks" action="addWebhook" word="Add webhook">
        <AddField name="url" label="URL" placeholder="http://127.0.0.1:8000/hook" size={24} />
        <AddField name="chainId" label="Chain" placeholder="43114" size={8} />
        <AddField name="addresses" label="Addresses" placeholder="0x…, 0x…" size={24} />
      </AddForm>
    </Panel>
  );
}

function WebhookRow({ webhook }: { webhook: WebhookState }) {
  const { id, name, url, key, eventType, chainId, status, delivered, waiting, dropped } = webhook;
  const isActive = status === "active";
  return (
    <Row id={`webhook-${id}`}>
      <Cell at="a" wraps>
        <span className="min-w-0">
          <span className="font-mono text-small tracking-snug break-all">{url}</span>{" "}
          <span className="text-ink-2">
            {name} {key === undefined ? "of the operator" : `of key ${key}`}: {eventType.replaceAll("_", " ")}{" "}
            on {eventType === "address_activity" ? chainId : "the P-Chain"}
          </span>
        </span>
      </Cell>
      <Cell at="c" wraps>
        <span>
          {delivered} taken, {waiting} waiting, {dropped} dropped
          <LastDelivery webhook={webhook} />
        </span>
      </Cell>
      <Cell at="d">
        <span className="flex gap-2">
          {isActive && <Change id={id} change="test" word="Test" />}
          <Change
            id={id}
            change={isActive ? "deactivate" : "activate"}
            word={isActive ? "Deactivate" : "Activate"}
          />
        </span>
      </Cell>
      <Cell right at="b">
        <StatusPill
          status={isActive ? (webhook.failures > 0 ? "failed" : "success") : "unknown"}
          word={isActive ? (webhook.failures > 0 ? "Failing" : "Active") : "Inactive"}
          plain
        />
      </Cell>
    </Row>
  );
}

function LastDelivery({ webhook }: { webhook: WebhookState }) {
  const { lastSuccessMs, lastFailureMs, lastError, failures, reason, nextHeight } = webhook;
  return (
    <span className="text-ink-2">
      {lastSuccessMs !== undefined && (
        <>
          ; last taken <TimeAgo at={lastSuccessMs} ago />
        </>
      )}
      {failures > 0 && lastFailureMs !== undefined && (
        <>
          ; {failures} failures in a row, the last <TimeAgo at={lastFailureMs} ago />: {lastError}
        </>
      )}
      {reason === undefined ? `; next block ${nextHeight}` : `; ${reason}`}
    </span>
  );
}

function Change({ id, change, word }: { id: string; change: string; word: string }) {
  return (
    <ActionForm section="webhooks" action="changeWebhook" fields={{ id, change }}>
      <button type="submit" className={button({ size: "small" })}>
        {word}
      </button>
    </ActionForm>
  );
}
