import { STATE, STATE_ACTIONS, State, StateIcon } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { CODE_BLOCK } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon, type IconName } from "@/components/ui/icon";
import { COLUMNS, LIST_ROWS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";

const FLAG = "--api-admin-enabled=true";

const ADDED: [IconName, string][] = [
  ["key", "Logger levels with a timer"],
  ["chart", "CPU, memory and lock profiles"],
  ["plug", "Load new VM plugins"],
  ["link", "Endpoint and chain aliases"],
];

interface AdminOffProps {
  /** Path of the page. */
  at: string;
  /** When the node was last asked, unix milliseconds, and its answer: `the node answered 404`. */
  askedAt: number;
  said: string;
  /** Whether the node is down, so that the flag is not the problem. */
  isAway: boolean;
  /** Port of the node's address. */
  port: string;
}

const ADDED_ROWS =
  "*:grid *:grid-cols-[16px_minmax(0,1fr)_auto] *:items-center *:gap-2.5 *:px-5 *:py-[9px] *:text-cell max-m:*:px-4";

/** The page while the node's admin API does not answer: how to enable it, and what that means. */
export function AdminOff({ at, askedAt, said, isAway, port }: AdminOffProps) {
  const title = isAway ? "The node does not answer" : "The admin API is off on this node";
  const again = (
    <>
      <a className={button()} href={at}>
        <Icon name="refresh" />
        Check again
      </a>
      <span className="text-small text-ink-3">
        Last checked <TimeAgo at={askedAt} ago />: {said}
      </span>
    </>
  );
  return (
    <div className={COLUMNS}>
      <Panel label={title}>
        {isAway ? (
          <State icon="alert" title={title} action={again}>
            Firn keeps checking, and the console comes back with the node.
          </State>
        ) : (
          <div className={STATE}>
            <StateIcon name="plug" />
            <h2 className="text-head">{title}</h2>
            <p className="text-ink-2">It is off by default. Everything else in Firn works without it.</p>
            <p className="text-ink-2">To use this page, start the node with:</p>
            <div className={classes(CODE_BLOCK, "w-full")}>
              <span>avalanchego {FLAG}</span>
              <CopyButton value={FLAG} label="flag" />
            </div>
            <p className="text-small text-ink-2">
              Or set it in the node’s configuration file:{" "}
              <span className="font-mono text-mono">"api-admin-enabled": true</span>. Then keep port {port}{" "}
              closed to the outside: the admin API has no password, and anyone who reaches it can change what
              the node logs, write profiles into its folder, load plugins and add names to its endpoints. Firn
              uses it from this machine only, for a signed-in operator, and records every call.
            </p>
            <div className={STATE_ACTIONS}>{again}</div>
          </div>
        )}
      </Panel>
      <Panel title="What it adds">
        <ol className={classes(LIST_ROWS, ADDED_ROWS)}>
          {ADDED.map(([icon, what]) => (
            <li key={what}>
              <Icon name={icon} />
              <span>{what}</span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}
