import Link from "next/link";
import { ReloadButton } from "@/components/state/reload-button";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { COLUMNS, LIST_ROWS } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import type { Reason, Resolution } from "./reasons";
import { WatchButton } from "./watch-button";

/** The page for a missing page: why it may be missing, most likely first, and what was searched. */
export function Resolver({ title, wanted, reasons, asked }: Resolution) {
  return (
    <>
      <PageHead
        eyebrow="Nothing under this address"
        title={title}
        actions={<ReloadButton>Check again</ReloadButton>}
        idline={
          wanted === undefined || wanted === "" ? undefined : <HashLink value={wanted} full label="text" />
        }
      />
      <div className={asked.length === 0 ? undefined : COLUMNS}>
        <Panel title="Why it may be missing" aside="most likely first">
          <ol className={LIST_ROWS}>
            {reasons.map((reason, index) => (
              <Why key={reason.title} reason={reason} number={index + 1} />
            ))}
          </ol>
        </Panel>
        {asked.length > 0 && (
          <Panel
            title="Searched"
            note="None of these failed. If one had, this page would say so instead of “not found”."
          >
            <ul className={classes(LIST_ROWS, ASKED)}>
              {asked.map((place) => (
                <li key={place}>
                  <Icon name="dash" small />
                  {place}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}

const WHY =
  "grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3.5 gap-y-1 px-5 py-4 max-m:grid-cols-[20px_minmax(0,1fr)] max-m:px-4 max-m:py-3.5 max-m:[&>h3+span]:col-start-2 max-m:[&>h3+span]:justify-self-start";

const ASKED =
  "[&>li]:grid [&>li]:grid-cols-[24px_1fr] [&>li]:items-center [&>li]:px-5 [&>li]:py-2 [&>li]:text-cell";

function Why({ reason, number }: { reason: Reason; number: number }) {
  const { title, verdict, text, action, mayCome } = reason;
  const isFirst = number === 1 && verdict === "possible";
  return (
    <li className={classes(WHY, isFirst && "bg-ice-wash")}>
      <span className="text-[20px] leading-6 font-strong tracking-tight text-ink-3">{number}</span>
      <h3 className={classes("text-[14.5px]", verdict === "ruledOut" && "font-medium text-ink-2")}>
        {title}
      </h3>
      <StatusPill status={verdict} />
      <p className="col-[2/-1] max-w-[74ch] text-ink-2">{text}</p>
      {(action || mayCome) && (
        <div className="col-[2/-1] mt-2 flex flex-wrap items-center gap-2">
          {mayCome && <WatchButton />}
          {action && (
            <Link className={button()} href={action.href} prefetch={false}>
              {action.label}
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
