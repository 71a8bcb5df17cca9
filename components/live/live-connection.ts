import type { FirnEvent } from "@/lib/contract/firn/events";

const PATH = "/firn/v1/events";
const EVENTS = [
  "blocks",
  "stream",
  "status",
  "alerts",
  "reset",
] as const satisfies readonly FirnEvent["event"][];

/** One tab of this origin at a time holds the lock, and with it the connection. */
const LOCK = "firn-events";
const CHANNEL = "firn-events";

/** A page is idle when it connects: what it shows is from just now. */
const BEGIN_MS = 1_500;
/** How long after a refusal the connection is tried again. */
const AGAIN_MS = 10_000;
/** A tab that hears nothing for longer from the one that holds the connection takes it for gone. */
const SILENT_MS = 20_000;
/** How often that one says that it is there. */
const BEAT_MS = 8_000;

/** What tabs tell each other. */
type Message =
  | { kind: "event"; event: FirnEvent }
  /** The one with the connection is there. To a tab that asks it says the last status and alerts too, older first. */
  | { kind: "beat"; isOpen: boolean; states?: readonly FirnEvent[] }
  | { kind: "ask" };

interface LiveOptions {
  onEvent: (event: FirnEvent) => void;
  /** Whether events come now. While they do not, pages ask for the status themselves. */
  onOpen: (isOpen: boolean) => void;
}

/**
 * Events of Firn, over one connection for all tabs: the visible tab that holds the lock is connected and passes on what
 * comes. A hidden tab lets go of the lock and listens to nothing. A tab that comes back goes on from the last event it
 * saw. Where a browser has no locks, nothing is opened.
 * @returns what ends it
 */
export function openLive({ onEvent, onOpen }: LiveOptions): () => void {
  if (!hasParts()) return () => {};
  const tabs = new BroadcastChannel(CHANNEL);
  const ended = new AbortController();
  let lastId: string | undefined;
  let lastStates: readonly FirnEvent[] = [];
  let holding: { end: () => void } | undefined;
  let isOpen = false;
  let heardAt = 0;

  const setOpen = (next: boolean) => {
    if (next !== isOpen) onOpen(next);
    isOpen = next;
  };
  const take = (event: FirnEvent) => {
    lastId = event.id;
    if (event.event === "status" || event.event === "alerts")
      lastStates = [...lastStates.filter((one) => one.event !== event.event), event];
    onEvent(event);
  };
  const tell = (message: Message) => tabs.postMessage(message);

  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (isHidden()) return;
    if (data.kind === "ask") {
      if (holding !== undefined) tell({ kind: "beat", isOpen, states: lastStates });
      return;
    }
    if (holding !== undefined) return;
    heardAt = Date.now();
    if (data.kind === "beat") setOpen(data.isOpen);
    const events = data.kind === "event" ? [data.event] : (data.states ?? []);
    for (const event of events) if (event.id !== lastId) take(event);
  };

  const connect = (): { end: () => void } => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(lastId === undefined ? PATH : `${PATH}?after=${encodeURIComponent(lastId)}`);
      source.onopen = () => {
        setOpen(true);
        tell({ kind: "beat", isOpen: true });
      };
      source.onerror = () => {
        setOpen(false);
        tell({ kind: "beat", isOpen: false });
        // The browser connects again by itself, unless it was refused.
        if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
      };
      for (const name of EVENTS)
        source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          const event = { event: name, id: lastEventId, data: JSON.parse(data) } as FirnEvent;
          take(event);
          tell({ kind: "event", event });
        });
    };
    open();
    const beat = setInterval(() => tell({ kind: "beat", isOpen }), BEAT_MS);
    return {
      end() {
        clearTimeout(again);
        clearInterval(beat);
        source?.close();
      },
    };
  };

  /** Waits for the lock while the tab is visible, and holds it until it is hidden. */
  const hold = async () => {
    const hidden = new AbortController();
    const leave = () => {
      if (isHidden()) hidden.abort();
    };
    document.addEventListener("visibilitychange", leave);
    ended.signal.addEventListener("abort", () => hidden.abort());
    const work = async () => {
      holding = connect();
      await untilAborted(hidden.signal);
      holding.end();
      holding = undefined;
    };
    // An aborted wait for the lock rejects.
    await navigator.locks.request(LOCK, { signal: hidden.signal }, work).catch(() => {});
    document.removeEventListener("visibilitychange", leave);
    setOpen(false);
  };

  const run = async () => {
    await delay(BEGIN_MS, ended.signal);
    while (!ended.signal.aborted) {
      if (isHidden()) await untilVisible(ended.signal);
      if (ended.signal.aborted) return;
      tell({ kind: "ask" });
      await hold();
    }
  };
  const watch = setInterval(() => {
    if (holding === undefined && isOpen && Date.now() - heardAt > SILENT_MS) setOpen(false);
  }, BEAT_MS);
  void run();
  return () => {
    ended.abort();
    clearInterval(watch);
    tabs.close();
  };
}

function hasParts(): boolean {
  return "locks" in navigator && typeof BroadcastChannel === "function" && typeof EventSource === "function";
}

function isHidden(): boolean {
  return document.visibilityState !== "visible";
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isHidden() && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look, { once: true });
    look();
  });
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
