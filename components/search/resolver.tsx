import Link from "next/link";
import { PageWatch, ReloadButton } from "@/components/state/later";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { CODE_BLOCK } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { COLUMNS, LIST_ROWS } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Omnibox } from "./omnibox";
import { readAs } from "./read-as";
import type { Reason, Resolution } from "./reasons";

/** The page for a missing page: why it may be missing, most likely first, and what was searched. */
export function Resolver({ title, wanted, field, reasons, asked }: Resolution) {
  return (
    <>
      {field !== undefined && (
        <div className="mb-6 max-w-190">
          <Omnibox large initial={field} />
          <p className="mt-2 text-meta text-ink-3">Read as: {readAs(field)}</p>
        </div>
      )}
      <PageHead
        title={title}
        actions={<ReloadButton>Check again</ReloadButton>}
        idline={
          wanted === undefined || wanted === "" ? undefined : <HashLink value={wanted} full label="text" />
        }
      />
      <div className={asked.length === 0 ? undefined : COLUMNS}>
        <Panel title="Possible reasons" aside="most likely first">
          <ol className={LIST_ROWS}>
            {reasons.map((reason, index) => (
              <Why key={reason.title} reason={reason} number={index + 1} />
            ))}
          </ol>
        </Panel>
        {asked.length > 0 && (
          <Panel title="Looked in" note="Every place answered; none had it.">
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
  const { title, verdict, text, code, action, mayCome } = reason;
  const isFirst = number === 1 && verdict === "possible";
  return (
    <li className={classes(WHY, isFirst && "bg-ice-wash")}>
      <span className="text-[20px] leading-6 font-strong tracking-tight text-ink-3">{number}</span>
      <h3 className={classes("text-[14.5px]", verdict === "ruledOut" && "font-medium text-ink-2")}>
        {title}
      </h3>
      <StatusPill status={verdict} />
      <p className="col-[2/-1] max-w-[74ch] text-ink-2">{text}</p>
      {code !== undefined && (
        <div className={classes(CODE_BLOCK, "col-[2/-1] mt-1")}>
          <span>{code}</span>
          <CopyButton value={code} label="command" />
        </div>
      )}
      {(action || mayCome) && (
        <div className="col-[2/-1] mt-2 flex flex-wrap items-center gap-2">
          {mayCome && <PageWatch />}
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
