import type { Metadata } from "next";
import { definePage } from "@/app/define-page";
import { failureOf, readStatus } from "@/app/server";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { WatchList } from "@/components/watch/watch-list";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: "Watched addresses" };

export default definePage("watched", WatchedPage);

/** The list is the browser's: the server learns of an address when its balance is asked for, and of its name never. */
async function WatchedPage() {
  const status = await readStatus();
  return (
    <>
      <PageHead
        eyebrow="The list and its names stay in this browser. Balances are asked of this Firn, address by address."
        title="Watched addresses"
      />
      {status instanceof FirnError ? (
        <Failure what="network" failure={failureOf(status)} />
      ) : (
        <WatchList hrp={status.network.hrp} />
      )}
    </>
  );
}
