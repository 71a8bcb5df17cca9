import { Avax } from "@/components/ui/amount";
import { BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { LEGEND } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import type { ValidatorPeriod } from "@/lib/contract/firn/validators";
import { formatAvax } from "@/lib/words/format";

/** Own stake, delegated stake and the room left, as one bar up to the validator's maximum weight. */
export function StakePanel({ period }: { period: ValidatorPeriod }) {
  const own = BigInt(period.weight);
  const delegated = BigInt(period.delegatedWeight);
  const room = BigInt(period.room ?? 0);
  const whole = own + delegated + room;
  const saidRoom = period.room === undefined ? "" : `, room ${formatAvax(room)}`;
  const width = (part: bigint) => `${whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100}%`;
  return (
    <Panel title="Stake" padded>
      <div
        className={classes(BAR, "h-4 rounded-[8px]")}
        role="img"
        aria-label={`Own ${formatAvax(own)}, delegated ${formatAvax(delegated)}${saidRoom}`}
      >
        <i className="bg-p-fill" style={{ width: width(own) }} />
        <i className="bg-ice-fill" style={{ width: width(delegated) }} />
      </div>
      <div className={classes(LEGEND, "mt-3")}>
        <span>
          <i className="bg-p-fill" />
          Own <Avax value={own} />
        </span>
        <span>
          <i className="bg-ice-fill" />
          Delegated <Avax value={delegated} />
        </span>
        {period.room !== undefined && (
          <span>
            <i className="bg-sunken shadow-edge" />
            Room <Avax value={room} />
          </span>
        )}
      </div>
    </Panel>
  );
}
