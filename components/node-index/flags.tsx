import { Icon, type IconName } from "@/components/ui/icon";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { type Tone, tone } from "@/components/ui/tone";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import { type FlagValue, flagsOf } from "./flags-of";

const SHOWN = {
  true: { icon: "ok", tone: "ok" },
  false: { icon: "bad", tone: "bad" },
  "not needed": { icon: "dash", tone: "dim" },
  unknown: { icon: "ring", tone: "dim" },
} as const satisfies Record<FlagValue, { icon: IconName; tone: string }>;

/** The node's index flags, as far as its answers show them. */
export function Flags({ indexes }: { indexes: readonly FirnIndex[] }) {
  const { enabled, allowIncomplete } = flagsOf(indexes);
  return (
    <Panel
      title="Flags of this node"
      aside="inferred from its answers"
      note={
        <>
          Turning <code>--index-enabled</code> off again without <code>--index-allow-incomplete</code> stops
          the node from starting.
        </>
      }
    >
      <KeyValue look="tight">
        <Fact label={<code>--index-enabled</code>}>
          <Value {...SHOWN[enabled]} word={enabled} />
        </Fact>
        <Fact label={<code>--index-allow-incomplete</code>}>
          {allowIncomplete === "true" ? (
            <Value icon="alert" tone="warn" word="true" />
          ) : (
            <Value {...SHOWN[allowIncomplete]} word={allowIncomplete} />
          )}
        </Fact>
      </KeyValue>
    </Panel>
  );
}

function Value({ icon, tone: of, word }: { icon: IconName; tone: Tone; word: string }) {
  return (
    <span className={tone(of)}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
