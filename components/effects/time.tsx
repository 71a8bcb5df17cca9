import { Fact, KeyValue } from "@/components/ui/key-value";
import { effectsOfKind, type TimeEffect } from "@/lib/avalanche/effects";
import { formatTime } from "@/lib/words/format";
import type { Describers, TxDetails } from "./tx-context";

/** Sentences about chain time, which proposals moved before Banff. */
export const timeDescribers: Describers<TimeEffect> = {
  "time.proposed": {
    rank: 5,
    describe: ({ time }, { outcome }) =>
      `${outcome === "commit" ? "Moved" : "Proposed to move"} chain time to ${formatTime(Number(time) * 1000)}`,
  },
};

export function TimeDetails({ details }: { details: TxDetails }) {
  const [proposed] = effectsOfKind(details.effects, "time.proposed");
  if (proposed === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Proposed time">{formatTime(Number(proposed.time) * 1000)}</Fact>
    </KeyValue>
  );
}
