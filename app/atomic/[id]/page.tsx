import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, toResult } from "@/app/server";
import { Failure } from "@/components/state/failure";
import { AtomicView, transferTitle } from "@/components/tx/atomic-view";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";
import { loadTransfer } from "./load";

export const generateMetadata = defineTitle("transfer", async ({ params: { id } }) => {
  const found = await toResult(loadTransfer(id));
  return found instanceof FirnError ? "Transfer between chains" : transferTitle(found.view);
});

export default definePage("transfer", TransferPage);

/** Both sides of a transfer between chains, under the id of its export. */
async function TransferPage({ params: { id } }: PageProps<"transfer">) {
  const found = await toResult(loadTransfer(id));
  if (found instanceof FirnError) {
    return (
      <>
        <PageHead title="Transfer between chains" />
        <Failure what="this transfer" failure={failureOf(found)} />
      </>
    );
  }
  return <AtomicView {...found.view} />;
}
