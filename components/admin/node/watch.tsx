"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore, useTransition } from "react";
import { askJson } from "@/components/state/ask";
import { hrefTo } from "@/lib/contract/pages";
import { forgetSession, knownSession, knowSession, stateOf } from "../sign-in/known-session";

/** State of a session. `mark` changes with everything the page shows; `isOpen` says whether the session runs. */
export interface AdminState {
  isOpen: boolean;
  /** False while the operator is down, because then it is unknown. */
  isOver: boolean;
  /** Whether the node answers on its admin API. */
  isOn: boolean;
  mark: string;
}

interface WatchProps {
  /** Path segment of the session; undefined on the sign-in page. */
  path: string | undefined;
  isOpen: boolean;
  mark: string;
  children: ReactNode;
}

const POLL_MS = 3000;
/** Changes made without Firn leave no mark, so every tenth check refreshes the page. */
const REFRESH_EVERY = 10;
/** After this time a navigation counts as cancelled. */
const LEAVING_MS = 60_000;

/**
 * Keeps a console page current: asks every few seconds whether the page still shows the server's state, and refreshes
 * it if not. Nothing from a cache is shown, neither of the router nor of the browser, except for the first document,
 * which the server has just rendered. On the sign-in page it leads to the console once this browser is signed in. Only
 * one navigation runs at a time.
 */
export function Watch({ path, isOpen, mark, children }: WatchProps) {
  const router = useRouter();
  const content = useRef<HTMLDivElement>(null);
  const [isTrusted, setTrusted] = useState(useIsFirstDocument());
  const [isRefreshing, startRefresh] = useTransition();
  const shown = useRef({ mark, isRefreshing });
  shown.current = { mark, isRefreshing };

  useEffect(() => {
    if (isOpen && path !== undefined) knowSession(path);
    let checks = 0;
    let isAsking = false;
    let leavingUntil = 0;
    const check = async () => {
      const isBusy = isAsking || shown.current.isRefreshing || Date.now() < leavingUntil;
      if (isBusy || document.visibilityState !== "visible") return;
      isAsking = true;
      const asked = isOpen ? path : knownSession();
      const now = await askJson<AdminState>(stateOf(asked)).catch(() => undefined);
      isAsking = false;
      if (now === undefined || Date.now() < leavingUntil) return;
      if (asked !== undefined && now.isOver) forgetSession(asked);
      if (now.isOpen !== isOpen) return leaveFor(now.isOpen ? asked : path);
      if (now.mark !== shown.current.mark || ++checks % REFRESH_EVERY === 0)
        startRefresh(() => router.refresh());
      setTrusted(true);
    };
    const onLeave = () => {
      leavingUntil = Date.now() + LEAVING_MS;
    };
    window.addEventListener("beforeunload", onLeave);
    void check();
    const timer = setInterval(check, POLL_MS);
    return () => {
      clearInterval(timer);
      window.removeEventListener("beforeunload", onLeave);
    };
  }, [path, isOpen, router]);

  useEffect(() => {
    const onHide = () => {
      if (content.current !== null) content.current.hidden = true;
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener("pagehide", onHide);
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("pagehide", onHide);
      window.removeEventListener("pageshow", onShow);
    };
  }, []);

  return (
    <div ref={content} hidden={!isTrusted}>
      {children}
    </div>
  );
}

/** Keeps the query and fragment of the sign-in page; a fragment of another page is dropped. */
function leaveFor(path: string | undefined): void {
  const isSignIn = location.pathname === hrefTo("admin");
  location.replace(
    path === undefined
      ? hrefTo("admin")
      : `${hrefTo("console", { path })}${isSignIn ? location.search + location.hash : ""}`,
  );
}

/** True while the server's HTML hydrates, false for anything the router renders later. */
function useIsFirstDocument(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}
