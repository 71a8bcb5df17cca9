"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, Suspense, useEffect, useId, useState } from "react";
import { askJson } from "@/components/state/ask";
import { Boundary } from "@/components/state/boundary";
import { classes } from "@/components/ui/classes";
import { copyText } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { Key } from "@/components/ui/key";
import { later } from "@/components/ui/later";
import { useWatched } from "@/components/watch/watched";
import type { SearchReading } from "@/lib/contract/firn/search";
import { hrefTo } from "@/lib/contract/pages";
import { optionId } from "./option-id";
import { ownReadings } from "./own-readings";

// Its code is loaded once a reader types.
const OmniboxList = later(async () => (await import("./omnibox-list")).OmniboxList);

const FIELD =
  "flex items-center border text-ink-3 focus-within:border-focus focus-within:bg-surface focus-within:shadow-[0_0_0_1px_var(--focus)]";

const SMALL_FIELD = "h-9 gap-2 rounded-2 border-line-2 bg-bg pr-2 pl-2.5";

const LARGE_FIELD = "h-14 gap-3 rounded-3 border-control bg-surface px-4 max-m:h-13 [&>svg]:size-5";

/** Pause in typing that starts a search. */
const PAUSE_MS = 120;

/**
 * Search box with its list. Without script it is a form for /search. With script, readings appear while typing; arrows
 * choose, Enter opens, Shift+Enter copies the link, Esc closes.
 */
export function Omnibox({ large = false, initial = "" }: { large?: boolean; initial?: string }) {
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { readings, searching, error } = useReadings(open ? text : "");
  const options = readings.filter(({ href, found }) => href !== undefined && found === "yes");
  const active = options[Math.min(chosen, options.length - 1)];
  const shown = open && text.trim() !== "";

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setOpen(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setChosen((chosen + step + options.length) % options.length);
    }
    // Until the list is that of the text, Enter searches for the text: the form does that.
    if (event.key === "Enter" && shown && !searching && active?.href !== undefined) {
      event.preventDefault();
      if (event.shiftKey) void copyText(new URL(active.href, location.href).href);
      else router.push(active.href);
      setOpen(false);
    }
  };

  return (
    <search className={classes("relative", !large && "ml-auto max-w-84 flex-1 max-l:hidden")}>
      <form action={hrefTo("search")} method="get" onBlur={closeWhenLeft(setOpen)}>
        <label className={classes(FIELD, large ? LARGE_FIELD : SMALL_FIELD)}>
          <Icon name="search" />
          <span className="sr-only">Search</span>
          <input
            name="q"
            className={classes(
              "min-w-0 flex-1 border-0 bg-transparent p-0 text-ellipsis text-ink outline-0 placeholder:text-ink-3 placeholder:opacity-100",
              large ? "text-lead" : "text-cell",
            )}
            type="text"
            role="combobox"
            data-search
            placeholder={
              large ? "Search a name, height, hash, address or NodeID" : "Name, height, hash, address"
            }
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            maxLength={200}
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && active !== undefined ? optionId(listId, active) : undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
              setOpen(true);
            }}
            onFocus={() => setOpen(true)}
            onKeyDown={onKeyDown}
          />
          <Key>/</Key>
        </label>
        {shown && (
          <Boundary instead={null}>
            <Suspense>
              <OmniboxList
                id={listId}
                text={text}
                large={large}
                readings={readings}
                active={active}
                searching={searching}
                error={error}
                onOpen={() => setOpen(false)}
              />
            </Suspense>
          </Boundary>
        )}
      </form>
    </search>
  );
}

function useReadings(text: string): { readings: SearchReading[]; searching: boolean; error: Error | null } {
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching, error } = useQuery({
    queryKey: ["search", q],
    queryFn: ({ signal }) =>
      askJson<{ readings: SearchReading[] }>(`/firn/v1/search?q=${encodeURIComponent(q)}`, signal),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 2000,
  });
  const own = ownReadings(text, useWatched());
  const found = q === "" ? [] : (data?.readings ?? []);
  return {
    readings: [...own, ...found.filter(({ href }) => !own.some((one) => one.href === href))],
    searching: isFetching || q !== text.trim(),
    error,
  };
}

/** Closes the list when focus leaves the form, not when it moves within it. */
function closeWhenLeft(setOpen: (open: boolean) => void) {
  return (event: React.FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
}
