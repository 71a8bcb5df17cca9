import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/ui/icon";

/** Look of a state: a narrow column. */
export const STATE = "grid max-w-140 justify-items-start gap-2 px-8 py-10 max-m:px-5 max-m:py-7";

/** Look of a state's actions. */
export const STATE_ACTIONS = "mt-3 flex min-w-0 flex-wrap items-center gap-2";

/** A state's icon on its background. */
export function StateIcon({ name }: { name: IconName }) {
  return (
    <span className="mb-2 grid size-10 place-items-center rounded-3 bg-sunken text-ink-2">
      <Icon name={name} />
    </span>
  );
}

interface StateProps {
  icon: IconName;
  /** What happened, in one line. */
  title: string;
  /** Why, in one line. */
  children: ReactNode;
  /** One next step. */
  action?: ReactNode;
}

/** The frame that states share: icon, title, reason, next step. Missing pages have the resolver (components/search). */
export function State({ icon, title, children, action }: StateProps) {
  return (
    <div className={STATE}>
      <StateIcon name={icon} />
      <h2 className="text-head">{title}</h2>
      <p className="text-ink-2">{children}</p>
      {action !== undefined && <div className={STATE_ACTIONS}>{action}</div>}
    </div>
  );
}

/** The request succeeded and there is nothing to show. `children` says up to which block Firn looked. */
export function EmptyState({ title, children, action }: Omit<StateProps, "icon">) {
  return (
    <State icon="dash" title={title} action={action}>
      {children}
    </State>
  );
}

/** An upstream could not answer. Never shown as "not found". */
export function UpstreamErrorState({ title, children, action }: Omit<StateProps, "icon">) {
  return (
    <State icon="alert" title={title} action={action}>
      {children}
    </State>
  );
}
