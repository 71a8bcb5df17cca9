import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/ui/icon";

interface StateProps {
  icon: IconName;
  /** One line: what is the case. */
  title: string;
  /** One line: why. */
  children: ReactNode;
  /** One next step. */
  action?: ReactNode;
}

/** The frame the states share: icon, head, reason, next step. What is not found has the resolver (components/search). */
export function State({ icon, title, children, action }: StateProps) {
  return (
    <div className="state">
      <span className="ic">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action !== undefined && <div className="row">{action}</div>}
    </div>
  );
}

/** The question was answered and the answer is none; `children` says up to which block Firn looked. */
export function EmptyState({ title, children, action }: Omit<StateProps, "icon">) {
  return (
    <State icon="dash" title={title} action={action}>
      {children}
    </State>
  );
}

/** Somebody asked could not answer: never shown as "not found". */
export function UpstreamErrorState({ title, children, action }: Omit<StateProps, "icon">) {
  return (
    <State icon="alert" title={title} action={action}>
      {children}
    </State>
  );
}
