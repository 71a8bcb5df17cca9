import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

interface BannerProps {
  tone: "warn" | "bad";
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A notice above content that stays: what is shown, and what is the matter with it. */
export function Banner({ tone, title, children, action }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role="alert">
      <Icon name={tone === "bad" ? "bad" : "alert"} />
      <div>
        <b className="strong">{title}</b>
        <br />
        {children}
      </div>
      {action !== undefined && <span className="sp row">{action}</span>}
    </div>
  );
}
