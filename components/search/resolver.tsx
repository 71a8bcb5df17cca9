import Link from "next/link";
import { ReloadButton } from "@/components/state/reload-button";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import type { Reason, Resolution } from "./reasons";
import { WatchButton } from "./watch-button";

/** The page of what is not there: why one may not see it, most likely first, and who was asked. */
export function Resolver({ title, wanted, reasons, asked }: Resolution) {
  return (
    <>
      <PageHead
        eyebrow="Nothing under this address"
        title={title}
        actions={<ReloadButton>Check again</ReloadButton>}
        idline={
          wanted === undefined || wanted === "" ? undefined : <HashLink value={wanted} full noun="text" />
        }
      />
      <div className={asked.length === 0 ? undefined : "cols"}>
        <Panel title="Why you may not see it" aside="most likely first">
          <ol className="why">
            {reasons.map((reason, index) => (
              <Why key={reason.title} reason={reason} number={index + 1} />
            ))}
          </ol>
        </Panel>
        {asked.length > 0 && (
          <Panel
            title="Asked"
            note="No place answered with an error. If one had, this page would say so and not “not found”."
          >
            <ul className="seq asked">
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

function Why({ reason, number }: { reason: Reason; number: number }) {
  const { title, verdict, text, action, mayCome } = reason;
  const tone =
    verdict === "ruledOut" ? "is-no" : number === 1 && verdict === "possible" ? "is-top" : undefined;
  return (
    <li className={tone}>
      <span className="no">{number}</span>
      <h3>{title}</h3>
      <StatusPill status={verdict} />
      <p>{text}</p>
      {(action || mayCome) && (
        <div className="act">
          {mayCome && <WatchButton />}
          {action && (
            <Link className="btn" href={action.href} prefetch={false}>
              {action.label}
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
