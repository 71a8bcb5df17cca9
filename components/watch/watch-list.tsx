"use client";

import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { WhenSeen } from "@/components/chart/when-seen";
import { EmptyState } from "@/components/state/state";
import { AddressLink } from "@/components/ui/address-link";
import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { LONGEST_NAME, MOST_WATCHED, unwatch, useWatched, type Watched, watch } from "./watched";
import { Balance } from "./watched-balance";

const NOT_KEPT = "This browser keeps nothing for this site";

/** The watched addresses, with what adds to them. `hrp` is what addresses of this network begin with. */
export function WatchList({ hrp }: { hrp: string }) {
  const watched = useWatched();
  const [said, setSaid] = useState("");
  const keep = (added: readonly Watched[], done: string) => {
    if (watched.length + added.length > MOST_WATCHED)
      setSaid(`At most ${MOST_WATCHED} addresses can be watched`);
    else setSaid(watch(added) ? done : NOT_KEPT);
  };
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const text = String(given.get("address") ?? "").trim();
    const address = await orProblem(({ canonicalOf }) => canonicalOf(text, hrp));
    if ("problem" in address) return setSaid(address.problem);
    keep([{ address: address.value, name: String(given.get("name") ?? "") }], "Added");
    form.reset();
  };
  return (
    <div className="grid gap-6">
      <form className="flex flex-wrap items-center gap-2" onSubmit={add}>
        <label className={field({ more: "min-w-72 flex-1" })}>
          <span className="sr-only">Address</span>
          <input name="address" placeholder={`Address: 0x… or ${hrp}1…`} required autoComplete="off" />
        </label>
        <label className={field({ more: "min-w-48" })}>
          <span className="sr-only">Your name for it</span>
          <input name="name" placeholder="Your name for it" maxLength={LONGEST_NAME} autoComplete="off" />
        </label>
        <button type="submit" className={button({ kind: "main" })}>
          Watch
        </button>
        <ImportButton hrp={hrp} onRead={keep} onProblem={setSaid} />
        <ExportLink watched={watched} />
      </form>
      <p role="status" className="text-ink-2 empty:hidden">
        {said}
      </p>
      <Panel label="Watched addresses">
        {watched.length === 0 ? (
          <EmptyState title="You watch no address yet">
            Add one above, or press “Watch” on the page of an address. The list stays in this browser.
          </EmptyState>
        ) : (
          <Table
            caption="Watched addresses"
            columns={[
              { label: "Your name" },
              { label: "Address" },
              { label: "Balance", right: true },
              { label: "Stop watching", quiet: true, right: true },
            ]}
          >
            {watched.map(({ address, name }) => (
              <Row key={address}>
                <Cell at="a">
                  {name === "" ? <span className="text-ink-3">no name</span> : <bdi>{name}</bdi>}
                </Cell>
                <Cell at="c">
                  <AddressLink address={address} chain="c" nameless />
                </Cell>
                <Cell at="d" right>
                  <div className="*:h-auto">
                    <WhenSeen instead="not known">
                      <Balance address={address} />
                    </WhenSeen>
                  </div>
                </Cell>
                <Cell at="b" right>
                  <button
                    type="button"
                    className={button({ size: "small" })}
                    aria-label={`Remove ${name === "" ? address : name}`}
                    onClick={() => setSaid(unwatch([address]) ? "Removed" : NOT_KEPT)}
                  >
                    Remove
                  </button>
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Panel>
    </div>
  );
}

interface ImportButtonProps {
  hrp: string;
  onRead: (watched: readonly Watched[], done: string) => void;
  onProblem: (problem: string) => void;
}

function ImportButton({ hrp, onRead, onProblem }: ImportButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const text = await currentTarget.files?.[0]?.text();
    // The same file can be chosen again.
    currentTarget.value = "";
    if (text === undefined) return;
    const watched = await orProblem(({ readWatchedFile }) => readWatchedFile(text, hrp));
    if ("problem" in watched) return onProblem(watched.problem);
    onRead(
      watched.value,
      `Imported ${watched.value.length === 1 ? "1 address" : `${watched.value.length} addresses`}`,
    );
  };
  return (
    <>
      <button type="button" className={button()} onClick={() => input.current?.click()}>
        Import
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={read}
        aria-label="File to import"
      />
    </>
  );
}

function ExportLink({ watched }: { watched: readonly Watched[] }) {
  const save = async () => {
    const { writeWatchedFile } = await import("./watched-file");
    const url = URL.createObjectURL(new Blob([writeWatchedFile(watched)], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "firn-watched.json";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" className={button()} disabled={watched.length === 0} onClick={save}>
      Export
    </button>
  );
}

/** What a reader's input means, or what is wrong with it. */
async function orProblem<T>(
  read: (file: typeof import("./watched-file")) => T,
): Promise<{ value: T } | { problem: string }> {
  try {
    // Hashes for the checksums of addresses, which a list that is only read does not need.
    return { value: read(await import("./watched-file")) };
  } catch (error) {
    if (error instanceof Error) return { problem: error.message };
    throw error;
  }
}
