import type { Metadata } from "next";
import { definePage } from "@/app/define-page";
import { failureOf, readStatus } from "@/app/server";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { WatchList } from "@/components/watch/watch-list";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: "Watched addresses" };

export default definePage("watched", WatchedPage);

/** The list is the browser's: the server knows what addresses of this network begin with, and no more. */
async function WatchedPage() {
  const status = await readStatus();
  return (
    <>
      <PageHead eyebrow="Kept in this browser, and sent to nobody" title="Watched addresses" />
      {status instanceof FirnError ? (
        <Failure what="network" failure={failureOf(status)} />
      ) : (
        <WatchList hrp={status.network.hrp} />
      )}
    </>
  );
}
