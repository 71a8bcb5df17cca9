import type { ReactNode } from "react";
import { CODE_BLOCK } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { Step as NumberedStep } from "@/components/ui/step";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import { formatTime, groupDigits, plural } from "@/lib/words/format";
import { formatRange, inTrackOrder } from "./track";

const ON = "avalanchego --index-enabled=true";
const FRESH = `${ON} --db-dir=/data/avalanchego-fresh`;

/** Why something is missing from the node's indexes and which flag fixes it, or how to keep them complete. */
export function Remedy({ indexes }: { indexes: readonly FirnIndex[] }) {
  const lacking = inTrackOrder(indexes, ({ name }) => name).filter(({ missing }) => missing > 0);
  if (indexes.some(({ answer }) => answer === "off")) return <SwitchOn indexes={indexes} />;
  if (lacking.length > 0) return <CloseGaps lacking={lacking} />;
  return (
    <Panel title="Keep it complete">
      <Step number={1} title="Nothing is missing">
        <p>
          Every block up to the node’s newest is in its index. The index holds only what is accepted while it
          is on.
        </p>
      </Step>
      <Step number={2} title="Start the node with the index on, every time" code={ON}>
        <p>Blocks accepted while it is off stay missing until the node syncs again.</p>
      </Step>
    </Panel>
  );
}

function SwitchOn({ indexes }: { indexes: readonly FirnIndex[] }) {
  const stored = indexes.reduce((sum, index) => sum + index.stored, 0);
  return (
    <Panel title="Switch the index on">
      <Step number={1} title="Why nothing answers">
        <p>
          The node runs, but has no <Flag>/ext/index</Flag>: it was started with{" "}
          <Flag>--index-enabled=false</Flag>, which is its default. Firn needs no flag: it reads blocks by
          height instead, without their proposers and times of acceptance, which only the index has.{" "}
          {plural(stored, "stored container stays", "stored containers stay")} visible.
        </p>
      </Step>
      <Step number={2} title="Start from a fresh database with the index on" code={FRESH}>
        <p>While bootstrapping, the node accepts the whole history again and indexes all of it.</p>
      </Step>
      <Step number={3} title="Or go on with the database it has" code={`${ON} --index-allow-incomplete=true`}>
        <p>
          The index goes on without what was accepted while it was off, which Firn reads by height. The node
          must be told that this is fine.
        </p>
      </Step>
    </Panel>
  );
}

function CloseGaps({ lacking }: { lacking: readonly FirnIndex[] }) {
  const missing = lacking.reduce((sum, index) => sum + index.missing, 0);
  const count = lacking.reduce((sum, { gaps }) => sum + Math.max(1, gaps.length), 0);
  return (
    <Panel
      title={`Close the ${count === 1 ? "gap" : "gaps"} in ${lacking.map(({ name }) => name).join(", ")}`}
      aside={plural(missing, "block")}
    >
      <Step number={1} title={count === 1 ? "Why there is a gap" : "Why there are gaps"}>
        {lacking.map((index) => (
          <Reason key={index.name} index={index} />
        ))}
        <p>
          The index holds only what is accepted while it is on, and once it has been off the node starts it
          again only with <Flag>--index-allow-incomplete</Flag>.
        </p>
      </Step>
      <Step number={2} title="Start from a fresh database with the index on" code={FRESH}>
        <p>
          While bootstrapping, the node accepts the whole history again and indexes all of it. Then empty
          Firn’s store with <Flag>node lib/cli/start.mjs reset --yes</Flag> in Firn’s folder, and it indexes
          everything again.
        </p>
      </Step>
      <Step number={3} title="Or leave it">
        {lacking.map((index) => (
          <Consequence key={index.name} index={index} />
        ))}
      </Step>
    </Panel>
  );
}

function Reason({ index: { name, gaps } }: { index: FirnIndex }) {
  return gaps.map((gap) => {
    const { from, to, afterMs, beforeMs } = gap;
    const lacks = `${name} lacks ${from === to ? "block" : "blocks"} ${formatRange(gap)}: `;
    if (from === 1)
      return (
        <p key={from}>
          {lacks}the index was switched on after them
          {beforeMs !== undefined && `, before ${formatTime(beforeMs)}`}
          {name === "C/block" && ", or the node skipped them by state sync"}.
        </p>
      );
    return (
      <p key={from}>
        {lacks}the node accepted them
        {afterMs !== undefined && beforeMs !== undefined && (
          <>
            {" "}
            between {formatTime(afterMs)} and {formatTime(beforeMs)}
          </>
        )}{" "}
        with <Flag>--index-enabled=false</Flag>.
      </p>
    );
  });
}

/** What Firn does with an index that has gaps: it reads them by height, unless the node lacks its oldest blocks. */
function Consequence({ index: { name, parts } }: { index: FirnIndex }) {
  const first = parts[0]?.from ?? 1;
  return (
    <p>
      {name}:{" "}
      {first > 1
        ? `Firn shows everything from block ${groupDigits(first)} on. Data that depends on earlier blocks is partial, and marked as such.`
        : "Firn reads these blocks by height, without their proposers and times of acceptance."}
    </p>
  );
}

/** One numbered step; `children` are paragraphs. */
function Step(props: { number: number; title: string; code?: string; children: ReactNode }) {
  const { number, title, code, children } = props;
  return (
    <NumberedStep number={number} title={title}>
      {children}
      {code !== undefined && (
        <div className={CODE_BLOCK}>
          <span>{code}</span>
          <CopyButton value={code} label="flags" />
        </div>
      )}
    </NumberedStep>
  );
}

function Flag({ children }: { children: string }) {
  return <span className="font-mono text-mono">{children}</span>;
}
