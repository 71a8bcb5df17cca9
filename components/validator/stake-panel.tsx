import { Avax } from "@/components/ui/amount";
import { formatAvax } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { ValidatorPeriod } from "@/lib/contract/firn/validators";

/** Own stake, delegated stake and the room left, as one bar up to the most the validator may weigh. */
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
        className="bar bar-lg"
        role="img"
        aria-label={`Own ${formatAvax(own)}, delegated ${formatAvax(delegated)}${saidRoom}`}
      >
        <i className="own" style={{ width: width(own) }} />
        <i className="del" style={{ width: width(delegated) }} />
      </div>
      <div className="legend mt-3">
        <span>
          <i className="own" />
          Own <Avax value={own} />
        </span>
        <span>
          <i />
          Delegated <Avax value={delegated} />
        </span>
        {period.room !== undefined && (
          <span>
            <i className="room" />
            Room <Avax value={room} />
          </span>
        )}
      </div>
    </Panel>
  );
}
