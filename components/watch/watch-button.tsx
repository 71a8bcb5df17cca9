"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { LONGEST_NAME, unwatch, useOwnName, watch } from "./watched";

/** Puts an address on the reader's watch list, in all its forms, and gives it a name of the reader's own. */
export function WatchButton({ addresses }: { addresses: readonly string[] }) {
  const [first = ""] = addresses;
  const name = useOwnName(first);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [failed, setFailed] = useState(false);
  const close = (isKept: boolean) => {
    setFailed(!isKept);
    if (isKept) dialog.current?.close();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get("name") ?? "");
    close(watch(addresses.map((address) => ({ address, name: given }))));
  };
  return (
    <>
      <button type="button" className={button({ size: "small" })} onClick={() => dialog.current?.showModal()}>
        <Icon name={name === undefined ? "plus" : "check"} />
        {name === undefined ? "Watch" : name === "" ? "Watched" : `Watched as ${name}`}
      </button>
      <dialog
        ref={dialog}
        className="w-[min(440px,100vw-32px)] rounded-[12px] border border-line-2 bg-raised p-6 text-ink shadow-2"
        aria-labelledby={`${id}-head`}
      >
        <form className="grid gap-4" onSubmit={save}>
          <h2 className="text-head" id={`${id}-head`}>
            Watch this address
          </h2>
          <p className="text-ink-2">Your list and your names stay in this browser.</p>
          <label className="grid gap-1.5">
            <span>Your name for it</span>
            <span className={field({ size: "sheet" })}>
              <input name="name" defaultValue={name} key={name} maxLength={LONGEST_NAME} autoComplete="off" />
            </span>
          </label>
          {failed && (
            <p className="text-bad" role="alert">
              This browser keeps nothing for this site, so the address cannot be watched.
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            {name !== undefined && (
              <button
                type="button"
                className={button({ more: "mr-auto" })}
                onClick={() => close(unwatch(addresses))}
              >
                Stop watching
              </button>
            )}
            <button type="button" className={button()} onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className={button({ kind: "main" })}>
              Save
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
