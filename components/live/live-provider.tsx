"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { FirnEvent } from "@/lib/contract/firn/events";
import { openLive } from "./live-connection";

/** Where the status is in the query cache. */
export const STATUS_KEY = ["status"];

/** Where the alerts are in it. */
export const ALERTS_KEY = ["alerts"];

type Listener = (event: FirnEvent) => void;

interface Live {
  /** Whether events come now. While they do not, islands ask for themselves. */
  isOpen: boolean;
  /** @returns what ends it */
  listen: (listener: Listener) => () => void;
}

const LiveContext = createContext<Live>({ isOpen: false, listen: () => () => {} });

/** Events for all islands of a page. The status, which most of them show, and the alerts are kept in the query cache. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [listeners] = useState(() => new Set<Listener>());
  useEffect(
    () =>
      openLive({
        onOpen: setOpen,
        onEvent(event) {
          if (event.event === "status") queries.setQueryData(STATUS_KEY, event.data);
          if (event.event === "alerts") queries.setQueryData(ALERTS_KEY, event.data);
          if (event.event === "reset")
            for (const queryKey of [STATUS_KEY, ALERTS_KEY]) void queries.invalidateQueries({ queryKey });
          for (const listener of listeners) listener(event);
        },
      }),
    [queries, listeners],
  );
  const [listen] = useState(() => (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });
  return <LiveContext value={{ isOpen, listen }}>{children}</LiveContext>;
}

/** Whether events come now. */
export function useIsLive(): boolean {
  return useContext(LiveContext).isOpen;
}

/** Calls `onEvent` for each event while the component is mounted. */
export function useLiveEvents(onEvent: Listener): void {
  const { listen } = useContext(LiveContext);
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => listen((event) => latest.current(event)), [listen]);
}
