"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import { NavLinks } from "./nav-links";

/** Navigation of narrow screens: a native dialog of full height, so focus stays inside and returns to the button. */
export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every change of page
  useEffect(() => dialog.current?.close(), [pathname]);
  return (
    <>
      <button
        type="button"
        className="iconbtn burger"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      <dialog ref={dialog} className="menu" aria-label="Menu">
        <button
          type="button"
          className="iconbtn"
          aria-label="Close menu"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="x" />
        </button>
        <nav aria-label="Main">
          <NavLinks />
        </nav>
      </dialog>
    </>
  );
}
