import { Panel } from "@/components/ui/panel";

const BAR = "block h-3 animate-[pulse_1.6s_ease-in-out_infinite] rounded-[3px] bg-sunken";

/** In place of a part that is still being asked for. `what` as in "waiting for …". */
export function Waiting({ what, rows = 3 }: { what: string; rows?: number }) {
  return (
    <Panel label={what}>
      <div className="grid gap-3 px-5 py-4 max-m:px-4" role="status">
        <span className="text-id text-ink-3">Waiting for {what} …</span>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without content are all alike
          <span key={row} className={BAR} style={{ maxWidth: `${72 - 14 * (row % 3)}%` }} />
        ))}
      </div>
    </Panel>
  );
}
