import { classes } from "@/components/ui/classes";

/** Opcode of a call; `quiet` for calls that cannot change anything. */
export function Opcode({ quiet = false, children }: { quiet?: boolean; children: string }) {
  return (
    <span
      className={classes(
        "flex-none rounded-[3px] px-[5px] font-mono text-op leading-4.5 font-medium tracking-snug",
        quiet ? "text-ink-3 shadow-hairline" : "bg-sunken text-ink-2",
      )}
    >
      {children}
    </span>
  );
}
