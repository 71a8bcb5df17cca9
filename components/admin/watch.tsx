"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { askJson } from "@/components/state/ask";
import { markOperator } from "./operator-mark";

/** What `/admin/state` answers: `mark` changes with everything the page shows, `isOpen` says whether there is a session. */
export interface AdminState {
  isOpen: boolean;
  /** Whether the node answers on its admin API. */
  isOn: boolean;
  mark: string;
}

const POLL_MS = 3000;
/** What changed past Firn leaves no mark: the node itself is asked anew at every so many looks. */
const ANEW_EVERY = 10;

/**
 * Keeps a page of the console true: asks every few seconds whether it still is what the server would show, and has it
 * made anew when not. Nothing is shown that comes out of a cache: not of a page left and come back to, nor of the
 * browser's own (the first document excepted, which the server has just made).
 */
export function Watch({ isOpen, mark, children }: Omit<AdminState, "isOn"> & { children: ReactNode }) {
  const router = useRouter();
  const content = useRef<HTMLDivElement>(null);
  const [isTrusted, setTrusted] = useState(useIsFirstDocument());
  const shown = useRef({ isOpen, mark });
  shown.current = { isOpen, mark };

  useEffect(() => {
    markOperator(isOpen);
    let looks = 0;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const now = await askJson<AdminState>("/admin/state").catch(() => undefined);
      if (now === undefined) return;
      if (now.isOpen !== shown.current.isOpen) location.replace("/admin");
      else if (now.mark !== shown.current.mark || ++looks % ANEW_EVERY === 0) router.refresh();
      if (now.isOpen === shown.current.isOpen) setTrusted(true);
    };
    look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [isOpen, router]);

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

/** True while the server's own HTML is taken over, false in whatever the router renders later. */
function useIsFirstDocument(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}
