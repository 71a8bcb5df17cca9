"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { ICON_BUTTON } from "./icon-button";
import { NavLinks } from "./nav-links";

const NAV = classes(
  "mt-2 grid *:flex *:h-12 *:items-center *:border-t *:border-line *:text-[15px] *:text-ink",
  "*:chosen:pl-3 *:chosen:font-strong *:chosen:shadow-[inset_2px_0_0_var(--accent)]",
);

/** Navigation on narrow screens: a native full-height dialog, which keeps focus inside and returns it to the button. */
export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every change of page
  useEffect(() => dialog.current?.close(), [pathname]);
  return (
    <>
      <button
        type="button"
        className={classes(ICON_BUTTON, "l:hidden")}
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={dialog}
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(320px,100vw)] border-0 border-l border-line-2 bg-raised px-gutter py-1.5 text-ink shadow-2 backdrop:bg-[rgb(0_0_0/.4)]"
        aria-label="Menu"
      >
        <button
          type="button"
          className={classes(ICON_BUTTON, "ml-auto")}
          aria-label="Close menu"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="x" />
        </button>
        <nav className={NAV} aria-label="Main">
          <NavLinks />
        </nav>
      </dialog>
    </>
  );
}
