import { Amount } from "@/components/ui/amount";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { getAvaxSupply } from "@/lib/contract/data/avax-supply";
import type { RouteBody } from "@/lib/contract/route";
import { formatTime } from "@/lib/words/format";

/** How much AVAX there is, and how it came to that. Every amount is exact. */
export function AvaxSupply({ supply }: { supply: RouteBody<typeof getAvaxSupply> }) {
  return (
    <Panel
      title="AVAX in existence"
      aside={`as of ${formatTime(Date.parse(supply.lastUpdated))}`}
      note="What a running stake will earn does not exist yet, but the P-Chain’s own supply counts it. That supply also counts what was burned, and leaves out what the genesis gave on the C-Chain."
    >
      <KeyValue>
        <Fact label="Genesis" aside="what it made on all three chains">
          <Whole avax={supply.genesisUnlock} />
        </Fact>
        <Fact label="Rewards" aside="of stakes that have ended">
          <Whole avax={supply.totalRewards} />
        </Fact>
        <Fact label="Burned on P" aside="fees of transactions, and what L1 validators pay">
          <Whole avax={supply.totalPBurned} />
        </Fact>
        <Fact label="Burned on X" aside="fees of transactions">
          <Whole avax={supply.totalXBurned} />
        </Fact>
        <Fact label="Burned on C" aside="fees of transactions, those between chains too">
          <Whole avax={supply.totalCBurned} />
        </Fact>
        <Fact label="In all">
          <strong>
            <Whole avax={supply.totalSupply} />
          </strong>
        </Fact>
        <Fact label="Staked" aside="on the Primary Network now">
          <Whole avax={supply.totalStaked} />
        </Fact>
        <Fact label="Locked" aside="cannot be spent yet, staked or not">
          <Whole avax={supply.totalLocked} />
        </Fact>
      </KeyValue>
    </Panel>
  );
}

const DECIMALS = 18;

function Whole({ avax }: { avax: string }) {
  const [whole = "", fraction = ""] = avax.split(".");
  return <Amount value={`${whole}${fraction.padEnd(DECIMALS, "0")}`} decimals={DECIMALS} unit="AVAX" />;
}
