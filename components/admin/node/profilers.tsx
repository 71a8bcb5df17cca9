import type { ReactNode } from "react";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import type { ConsoleFacts } from "@/lib/contract/operator/console";
import { formatTime } from "@/lib/words/format";
import { ActionForm } from "../action-form";
import { ActionOutcome } from "../action-outcome";
import { Elapsed } from "../sign-in/countdown";

type Profiles = ConsoleFacts["profiles"];

/** The three profilers with their states, and the folder of their files. */
export function Profilers({ profiles }: { profiles: Profiles }) {
  const { cpu, memory, lock, folder, where } = profiles;
  return (
    <Panel
      id="profilers"
      title="Profilers"
      note={
        folder === undefined ? (
          `The files are ${where}.`
        ) : (
          <>
            The files are in <span className="font-mono text-mono">{folder}</span>.
          </>
        )
      }
    >
      <ActionOutcome section="profilers" />
      <div className="grid grid-cols-3 max-l:grid-cols-1">
        <CpuProfiler cpu={cpu} />
        <Writer name="Memory" what="Writes" action="memoryProfile" profile={memory} />
        <Writer name="Locks" what="Writes mutex statistics to" action="lockProfile" profile={lock} />
      </div>
    </Panel>
  );
}

const PROFILER =
  "grid content-start gap-2 border-line px-5 py-4 l:not-first:border-l max-l:not-first:border-t [&_p]:text-hint [&_p]:wrap-anywhere [&_p]:text-ink-2";

function CpuProfiler({ cpu }: { cpu: Profiles["cpu"] }) {
  const isRunning = cpu.state === "profiling";
  return (
    <div className={PROFILER}>
      <h3>CPU</h3>
      <States>
        <Step isNow={cpu.state === "idle"}>idle</Step>
        <Step isNow={cpu.state !== "idle"}>
          {cpu.state === "unknown" ? "state unknown" : "profiling"}{" "}
          {isRunning && cpu.sinceMs !== undefined && <Elapsed since={cpu.sinceMs} />}
        </Step>
        <Step isNow={false}>idle</Step>
      </States>
      {cpu.remind && (
        <p className="text-warn!" role="status">
          It has been running for a long time and slows the node down. Stop it when you have what you need.
        </p>
      )}
      <p>
        Stopping writes <span className="font-mono text-mono">{cpu.file}</span> into the node’s profile
        folder. {written(cpu.writtenAtMs)}
      </p>
      {cpu.state !== "profiling" && (
        <ActionForm section="profilers" action="startCPUProfiler">
          <button type="submit" className={button({ more: "w-full" })}>
            <Icon name="clock" />
            Start profiling
          </button>
        </ActionForm>
      )}
      {cpu.state !== "idle" && (
        <ActionForm section="profilers" action="stopCPUProfiler">
          <button type="submit" className={button({ more: "w-full" })}>
            <Icon name="stop" />
            Stop and write
          </button>
        </ActionForm>
      )}
    </div>
  );
}

function Writer(props: { name: string; what: string; action: string; profile: Profiles["memory"] }) {
  const { name, what, action, profile } = props;
  const isWritten = profile.writtenAtMs !== undefined;
  return (
    <div className={PROFILER}>
      <h3>{name}</h3>
      <States>
        <Step isNow={!isWritten}>idle</Step>
        <Step isNow={isWritten}>written</Step>
      </States>
      <p>
        {what} <span className="font-mono text-mono">{profile.file}</span>. {written(profile.writtenAtMs)}
      </p>
      <ActionForm section="profilers" action={action}>
        <button
          type="submit"
          className={button({ more: "w-full" })}
          aria-label={`Write ${name.toLowerCase()} profile`}
        >
          <Icon name="csv" />
          Write profile
        </button>
      </ActionForm>
    </div>
  );
}

function written(atMs: number | undefined): string {
  return atMs === undefined
    ? "Not written from here since the node started."
    : `Last written ${formatTime(atMs)}.`;
}

function States({ children }: { children: ReactNode[] }) {
  return (
    <div className="flex items-center gap-2 text-meta text-ink-3">
      {children.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps never move
        <span key={at} className="flex min-w-0 items-center gap-2">
          {at > 0 && <Icon name="right" small />}
          {step}
        </span>
      ))}
    </div>
  );
}

function Step({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  return isNow ? (
    <span className="rounded-full bg-ice-tint px-2 py-0.5 font-strong text-ink" aria-current="step">
      {children}
    </span>
  ) : (
    <span>{children}</span>
  );
}
