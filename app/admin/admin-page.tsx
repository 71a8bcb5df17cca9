import { config, failureOf } from "@/app/server";
import { Watch } from "@/components/admin/node/watch";
import { Locked } from "@/components/admin/sign-in/locked";
import { AdminOff } from "@/components/admin/sign-in/off";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import type { Panel } from "@/lib/contract/operator/access";
import { hrefTo, type SearchParams } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { Console } from "./console";
import { markOf } from "./mark";
import { readPanel, sessionAt, touchByPerson } from "./session";

interface AdminPageProps {
  /** The session's segment of the address. Absent on the sign-in page. */
  path?: string;
  search: SearchParams;
  /** Which form is shown. The panel names the default. */
  signInMethod?: Panel["signIn"];
}

/** A page of the console in its current state: closed, off, locked or open. */
export async function AdminPage({ path, search, signInMethod }: AdminPageProps) {
  const session = await sessionAt(path);
  await touchByPerson(session);
  const panel = await readPanel(session);
  const mark = await markOf(panel, session);
  const isOpen = !(panel instanceof FirnError) && panel.session !== undefined;
  return (
    <Watch path={path} isOpen={isOpen} mark={mark}>
      {panel instanceof FirnError ? (
        <>
          <PageHead title="Admin" />
          <Failure what="the console" failure={failureOf(panel)} />
        </>
      ) : panel.state === "open" ? (
        <Console path={path ?? ""} session={session} search={search} />
      ) : (
        <>
          <PageHead title="Admin" />
          <Outside
            at={path === undefined ? hrefTo("admin") : hrefTo("console", { path })}
            panel={signInMethod === undefined ? panel : { ...panel, signIn: signInMethod }}
            search={search}
          />
        </>
      )}
    </Watch>
  );
}

function Outside({ at, panel, search }: { at: string; panel: Panel; search: SearchParams }) {
  const { state, reason, askedAtMs, signIn } = panel;
  if (state === "closed") return <Locked signInMethod="closed" reason={sentenceOf(reason)} />;
  if (state === "locked") return <Locked signInMethod={signIn} fault={problemOf(search, signIn)} />;
  return (
    <AdminOff
      at={at}
      askedAt={askedAtMs ?? Date.now()}
      said={reason?.message ?? "the node has no admin API"}
      isAway={reason !== undefined && reason.code !== "ADMIN_DISABLED"}
      port={new URL(config().nodeUrls[0] ?? `http://127.0.0.1:${config().devnetPort}`).port || "9650"}
    />
  );
}

function sentenceOf(reason: Panel["reason"]): string {
  return [reason?.message, reason?.hint].filter((part) => part !== undefined).join(": ");
}

/** Codes of app/admin/session as sentences. Nothing from an address is shown as written. */
function problemOf({ fault }: SearchParams, signIn: Panel["signIn"]): string | undefined {
  if (fault === "wrong")
    return signIn === "password" ? "Wrong password" : "Not valid: wrong, already used or expired";
  const seconds = /^wait-(\d{1,5})$/.exec(String(fault))?.[1];
  return seconds === undefined ? undefined : `Too many failed attempts: wait ${seconds} s`;
}
