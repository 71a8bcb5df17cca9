import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";

interface BannerProps {
  tone: "warn" | "bad";
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

const BANNER = "flex items-start gap-3 rounded-3 border px-4 py-3 text-cell max-m:flex-wrap [&>svg]:mt-0.5";

const TONE_LOOKS = {
  warn: "border-warn/30 bg-warn-tint [&>svg]:text-warn",
  bad: "border-bad/30 bg-bad-tint [&>svg]:text-bad",
} as const;

/** A notice above content that stays: what happened, and what is shown nevertheless. */
export function Banner({ tone, title, children, action }: BannerProps) {
  return (
    <div className={classes(BANNER, TONE_LOOKS[tone])} role="alert">
      <Icon name={tone === "bad" ? "bad" : "alert"} />
      <div className="max-m:min-w-0 max-m:flex-1">
        <b className="font-strong text-ink">{title}</b>
        <br />
        {children}
      </div>
      {action !== undefined && (
        <span className="ml-auto flex min-w-0 items-center gap-2 max-m:ml-7 max-m:basis-full">{action}</span>
      )}
    </div>
  );
}
