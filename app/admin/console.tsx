import { failureOf, operator, readStatus, toResult } from "@/app/server";
import { Abis } from "@/components/admin/abis";
import { ActingProvider } from "@/components/admin/acting";
import { Alerts } from "@/components/admin/alerts";
import { Audit, EntryText, entrySentence } from "@/components/admin/audit/audit";
import { type L1Names, l1NamesOf } from "@/components/admin/l1-names";
import { Levels } from "@/components/admin/levels/levels";
import { Aliases } from "@/components/admin/node/aliases";
import { Overview } from "@/components/admin/node/overview";
import { Profilers } from "@/components/admin/node/profilers";
import { VMs } from "@/components/admin/node/vms";
import { SideNav } from "@/components/admin/side-nav";
import { LockNow, Sessions } from "@/components/admin/sign-in/sessions";
import { Toast } from "@/components/admin/toast";
import { Webhooks } from "@/components/admin/webhooks";
import { Banner } from "@/components/state/banner";
import { Failure } from "@/components/state/failure";
import { STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { BESIDE_NAV } from "@/components/ui/side-nav";
import { LOG_LEVELS } from "@/lib/contract/node/admin";
import { getConsoleAbis } from "@/lib/contract/operator/abis";
import { ACTIONS, MAX_PUT_BACK_MINUTES } from "@/lib/contract/operator/actions";
import { getConsoleAlerts } from "@/lib/contract/operator/alerts";
import { type AuditEntry, listAudit } from "@/lib/contract/operator/audit";
import { type ConsoleFacts, getConsole } from "@/lib/contract/operator/console";
import { getOverview } from "@/lib/contract/operator/overview";
import { getConsoleWebhooks } from "@/lib/contract/operator/webhooks";
import { hrefTo, type SearchParams, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { readAuditFilter } from "./audit-filter";

/** Minutes after which a change of levels is undone; undefined means never. */
const CHOICES = [5, 20, 60, undefined] as const;
const USUAL = 20;

/** Methods that the audit can be filtered by. Those of the console itself begin with `firn`. */
const METHODS = [
  ...Object.keys(ACTIONS).map((name) => `admin.${name}`),
  "firn.signIn",
  "firn.lock",
  "firn.endSessions",
  "firn.form",
  "firn.request",
  "firn.addWebhook",
  "firn.changeWebhook",
  "firn.testAlertChannel",
  "firn.addAbi",
  "firn.removeAbi",
];

interface ConsoleProps {
  /** The session's segment of the address, and the whole secret. */
  path: string;
  session: string | undefined;
  search: SearchParams;
}

/** The open panel. A section that cannot be read does not affect the others. */
export async function Console({ path, session, search }: ConsoleProps) {
  const at = hrefTo("console", { path });
  const filter = readAuditFilter(search);
  const [facts, overview, audit, alerts, webhooks, abis, status, did] = await Promise.all([
    toResult(operator().ask(getConsole, { session })),
    toResult(operator().ask(getOverview, { session })),
    toResult(operator().ask(listAudit, { query: filter, session })),
    toResult(operator().ask(getConsoleAlerts, { session })),
    toResult(operator().ask(getConsoleWebhooks, { session })),
    toResult(operator().ask(getConsoleAbis, { session })),
    readStatus(),
    readDid(search, session),
  ]);
  if (facts instanceof FirnError) return <Failure what="the console" failure={failureOf(facts)} />;
  const nodeUrl = overview instanceof FirnError ? "http://127.0.0.1:9650" : overview.url;
  const l1s = l1NamesOf(status instanceof FirnError ? undefined : status);
  return (
    <ActingProvider at={at}>
      <PageHead
        title="Admin"
        eyebrow={<span>Acts on this node only</span>}
        actions={<LockNow at={at} endsAtMs={facts.session.endsAtMs} />}
      />
      <div className={BESIDE_NAV}>
        <SideNav changes={facts.putBacks.length} />
        <div className={STACK}>
          {did !== undefined && <Did entry={did} nodeUrl={nodeUrl} />}
          <Troubles troubles={facts.troubles} />
          <Acts at={at} facts={facts} search={search} nodeUrl={nodeUrl} l1s={l1s} />
          <Alerts alerts={alerts instanceof FirnError ? undefined : alerts} />
          <Webhooks webhooks={webhooks instanceof FirnError ? undefined : webhooks.webhooks} />
          <Abis abis={abis instanceof FirnError ? undefined : abis.abis} />
          {overview instanceof FirnError ? (
            <Failure what="the node" failure={failureOf(overview)} />
          ) : (
            <Overview overview={overview} status={status instanceof FirnError ? undefined : status} />
          )}
          <Audit
            at={at}
            entries={audit instanceof FirnError ? undefined : audit.entries}
            nextBefore={audit instanceof FirnError ? undefined : audit.nextBefore}
            filter={filter}
            methods={METHODS}
            outcomes={listAudit.query.shape.outcome.unwrap().options}
            nodeUrl={nodeUrl}
          />
          <Sessions at={at} sessions={facts.sessions} />
        </div>
      </div>
      <Toast putBacks={facts.putBacks} />
    </ActingProvider>
  );
}

interface ActsProps {
  at: string;
  facts: ConsoleFacts;
  search: SearchParams;
  nodeUrl: string;
  l1s: L1Names;
}

function Acts({ at, facts, search, nodeUrl, l1s }: ActsProps) {
  const { loggers, putBacks, profiles, vms, lastLoad, chains, endpointAliases } = facts;
  const after = readAfter(search);
  const choices = CHOICES.some((choice) => choice === after) ? CHOICES : [after, ...CHOICES];
  return (
    <>
      <Levels
        loggers={loggers}
        l1s={l1s}
        putBacks={putBacks}
        levels={LOG_LEVELS}
        after={after}
        choices={choices}
        nodeUrl={nodeUrl}
        hrefOf={(choice) => `${withQuery<"console">(at, { after: choice ?? "never" })}#levels`}
      />
      <Profilers profiles={profiles} />
      <VMs vms={vms} lastLoad={lastLoad} />
      <Aliases chains={chains} l1s={l1s} endpointAliases={endpointAliases} nodeUrl={nodeUrl} />
    </>
  );
}

/** `?after=` in minutes, or `never`. */
function readAfter({ after }: SearchParams): number | undefined {
  if (after === "never") return undefined;
  const minutes = /^\d{1,5}$/.test(String(after)) ? Number(after) : USUAL;
  return minutes >= 1 && minutes <= MAX_PUT_BACK_MINUTES ? minutes : USUAL;
}

/** What could not be read from the node, one sentence each. */
function Troubles({ troubles }: { troubles: string[] }) {
  return troubles.map((trouble) => (
    <Banner key={trouble} tone="warn" title="Not everything could be read">
      {trouble}
    </Banner>
  ));
}

/** The row of the audit that an action without script left behind: `?did=` is its id. */
async function readDid({ did }: SearchParams, session: string | undefined): Promise<AuditEntry | undefined> {
  if (!/^\d{1,15}$/.test(String(did))) return undefined;
  const query = { before: Number(did) + 1, pageSize: 1 };
  const found = await toResult(operator().ask(listAudit, { query, session }));
  return found instanceof FirnError ? undefined : found.entries.find(({ id }) => id === Number(did));
}

function Did({ entry, nodeUrl }: { entry: AuditEntry; nodeUrl: string }) {
  return (
    <Panel id="done" title={entrySentence(entry)} padded>
      <EntryText entry={entry} nodeUrl={nodeUrl} />
    </Panel>
  );
}
