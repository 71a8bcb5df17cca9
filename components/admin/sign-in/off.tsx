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
  /** The page's own address. */
  at: string;
  /** When the node was asked last, unix milliseconds, and what it said: `the node answered 404`. */
  askedAt: number;
  said: string;
  /** Whether the node answers otherwise: without it the flag is not what is missing. */
  isAway: boolean;
  /** Of the node's address. */
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
        Last asked <TimeAgo at={askedAt} ago />: {said}
      </span>
    </>
  );
  return (
    <div className={COLUMNS}>
      <Panel label={title}>
        {isAway ? (
          <State icon="alert" title={title} action={again}>
            Firn keeps asking, and this page appears again when the node is back.
          </State>
        ) : (
          <div className={STATE}>
            <StateIcon name="plug" />
            <h2 className="text-head">{title}</h2>
            <p className="text-ink-2">
              That is how a node starts unless told otherwise. Everything else in Firn works without it.
            </p>
            <p className="text-ink-2">To use this page, start the node with:</p>
            <div className={classes(CODE_BLOCK, "w-full")}>
              <span>avalanchego {FLAG}</span>
              <CopyButton value={FLAG} label="flag" />
            </div>
            <p className="text-small text-ink-2">
              In the node’s configuration file the same is{" "}
              <span className="font-mono text-mono">"api-admin-enabled": true</span>. Keep port {port} closed
              to the outside when you do: the admin API has no password of its own, and whoever reaches it can
              change what the node logs, write profiles into its folder, load plugins and rename its
              endpoints. Firn itself reaches it from this machine only, for a signed-in operator, and writes
              every call down.
            </p>
            <div className={STATE_ACTIONS}>{again}</div>
          </div>
        )}
      </Panel>
      <Panel title="What it would add">
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
