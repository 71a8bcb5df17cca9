"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore, useTransition } from "react";
import { askJson } from "@/components/state/ask";
import { hrefTo } from "@/lib/contract/pages";
import { forgetSession, knownSession, knowSession, stateOf } from "../sign-in/known-session";

/** What a session's `state` answers: `mark` changes with everything the page shows, `isOpen` says whether it runs. */
export interface AdminState {
  isOpen: boolean;
  /** Not while the operator is away: then nobody knows. */
  isOver: boolean;
  /** Whether the node answers on its admin API. */
  isOn: boolean;
  mark: string;
}

interface WatchProps {
  /** The session's part of the page's address; absent at the door. */
  path: string | undefined;
  isOpen: boolean;
  mark: string;
  children: ReactNode;
}

const POLL_MS = 3000;
/** What changed past Firn leaves no mark: the node itself is asked anew at every so many looks. */
const ANEW_EVERY = 10;
/** A navigation that has begun is given this long: then somebody stopped it. */
const LEAVING_MS = 60_000;

/**
 * Keeps a page of the console true: asks every few seconds whether it still is what the server would show, and has it
 * made anew when not. Nothing is shown that comes out of a cache: not of a page left and come back to, nor of the
 * browser's own (the first document excepted, which the server has just made). At the door it leads on to the console,
 * where this browser is signed in. A page that takes long to make is waited for: one navigation at a time.
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
    let looks = 0;
    let isAsking = false;
    let leavingUntil = 0;
    const look = async () => {
      const isBusy = isAsking || shown.current.isRefreshing || Date.now() < leavingUntil;
      if (isBusy || document.visibilityState !== "visible") return;
      isAsking = true;
      const asked = isOpen ? path : knownSession();
      const now = await askJson<AdminState>(stateOf(asked)).catch(() => undefined);
      isAsking = false;
      if (now === undefined || Date.now() < leavingUntil) return;
      if (asked !== undefined && now.isOver) forgetSession(asked);
      if (now.isOpen !== isOpen) return leaveFor(now.isOpen ? asked : path);
      if (now.mark !== shown.current.mark || ++looks % ANEW_EVERY === 0) startRefresh(() => router.refresh());
      setTrusted(true);
    };
    const onLeave = () => {
      leavingUntil = Date.now() + LEAVING_MS;
    };
    window.addEventListener("beforeunload", onLeave);
    void look();
    const timer = setInterval(look, POLL_MS);
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

/** What was chosen at the door goes along; what a link has behind its `#` does not. */
function leaveFor(path: string | undefined): void {
  const isDoor = location.pathname === hrefTo("admin");
  location.replace(
    path === undefined
      ? hrefTo("admin")
      : `${hrefTo("console", { path })}${isDoor ? location.search + location.hash : ""}`,
  );
}

/** True while the server's own HTML is taken over, false in whatever the router renders later. */
function useIsFirstDocument(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}
