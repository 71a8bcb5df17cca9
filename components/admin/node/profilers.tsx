import type { ReactNode } from "react";
import { formatTime } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import type { ConsoleFacts } from "@/lib/contract/operator/console";
import { ActionForm } from "../action-form";
import { Said } from "../said";
import { Elapsed } from "../sign-in/countdown";

type Profiles = ConsoleFacts["profiles"];

/** The three profilers with their states, and where their files are. */
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
            The files are in <span className="mono">{folder}</span>.
          </>
        )
      }
    >
      <Said part="profilers" />
      <div className="prof">
        <CpuProfiler cpu={cpu} />
        <Writer name="Memory" what="Writes" action="memoryProfile" profile={memory} />
        <Writer name="Locks" what="Writes mutex statistics to" action="lockProfile" profile={lock} />
      </div>
    </Panel>
  );
}

function CpuProfiler({ cpu }: { cpu: Profiles["cpu"] }) {
  const isRunning = cpu.state === "profiling";
  return (
    <div>
      <h3>CPU</h3>
      <States>
        <Step isNow={cpu.state === "idle"}>idle</Step>
        <Step isNow={cpu.state !== "idle"}>
          {cpu.state === "unknown" ? "state not known" : "profiling"}{" "}
          {isRunning && cpu.sinceMs !== undefined && <Elapsed since={cpu.sinceMs} />}
        </Step>
        <Step isNow={false}>idle</Step>
      </States>
      {cpu.remind && (
        <p className="st-warn" role="status">
          It has run for long and slows the node: stop it when you have what you need.
        </p>
      )}
      <p>
        Stopping writes <span className="mono">{cpu.file}</span> into the node’s profile folder.{" "}
        {written(cpu.writtenAtMs)}
      </p>
      {cpu.state !== "profiling" && (
        <ActionForm part="profilers" action="startCPUProfiler">
          <button type="submit" className="btn">
            <Icon name="clock" />
            Start profiling
          </button>
        </ActionForm>
      )}
      {cpu.state !== "idle" && (
        <ActionForm part="profilers" action="stopCPUProfiler">
          <button type="submit" className="btn">
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
    <div>
      <h3>{name}</h3>
      <States>
        <Step isNow={!isWritten}>idle</Step>
        <Step isNow={isWritten}>written</Step>
      </States>
      <p>
        {what} <span className="mono">{profile.file}</span>. {written(profile.writtenAtMs)}
      </p>
      <ActionForm part="profilers" action={action}>
        <button type="submit" className="btn" aria-label={`Write ${name.toLowerCase()} profile`}>
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
    <div className="sm">
      {children.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps stand still
        <span key={at} className="row">
          {at > 0 && <Icon name="right" small />}
          {step}
        </span>
      ))}
    </div>
  );
}

function Step({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  return isNow ? (
    <span className="now" aria-current="step">
      {children}
    </span>
  ) : (
    <span>{children}</span>
  );
}
