import { formatTime } from "@/components/ui/format";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { effectsOfKind, type TimeEffect } from "@/lib/avalanche/effects";
import type { Story, Tellers } from "./scene";

/** Words of chain time before Banff, when a proposal moved it. */
export const timeTellers: Tellers<TimeEffect> = {
  "time.proposed": {
    rank: 5,
    say(effect, scene) {
      const to = `chain time to ${formatTime(Number(effect.time) * 1000)}`;
      if (scene.outcome === "commit") return { present: `Propose to move ${to}`, past: `Moved ${to}` };
      return { present: `Propose to move ${to}`, past: `Proposed to move ${to}` };
    },
  },
};

/** Chain time panel. */
export function TimeDetails({ story }: { story: Story }) {
  const [proposed] = effectsOfKind(story.effects, "time.proposed");
  if (proposed === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Proposed time">{formatTime(Number(proposed.time) * 1000)}</Fact>
    </KeyValue>
  );
}
