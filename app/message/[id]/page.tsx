import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readMessageChains } from "@/app/messages/messages";
import { api, failureOf, toResult } from "@/app/server";
import { MessageView } from "@/components/message/message-view";
import { Signers } from "@/components/message/signers";
import { UnknownSigners } from "@/components/message/unknown-signers";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { getMessage, listMessageSigners, type MessageDetail } from "@/lib/contract/firn/messages";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import type { MessageQuery } from "./find";

export const generateMetadata = defineTitle("message", ({ params: { id } }) => `Message ${headTail(id)}`);

export default definePage("message", MessagePage);

async function MessagePage({ params: { id }, query, found: message }: PageProps<"message">) {
  if (message instanceof FirnError)
    return (
      <>
        <PageHead title={`Message ${headTail(id)}`} />
        <Failure what="this message" failure={failureOf(message)} />
      </>
    );
  const chains = await toResult(readMessageChains());
  const path = fillRoute(getMessage, { params: { messageId: message.messageId } });
  return (
    <MessageView
      message={message}
      chains={chains instanceof FirnError ? [] : chains}
      source={await sourceOf(path)}
      signatures={message.signers === undefined ? undefined : <Signatures of={message} query={query} />}
    />
  );
}

/** Who signed it, and who could have. */
async function Signatures({ of: { messageId }, query }: { of: MessageDetail; query: MessageQuery }) {
  const request = { params: { messageId }, query: { ...query, pageSize: PAGE_ROWS } };
  const page = await toResult(api().get(listMessageSigners, request));
  if (page instanceof FirnError) return <Failure what="its signatures" failure={failureOf(page)} />;
  const { set, signers = 0 } = page;
  if (set === undefined) return <UnknownSigners signers={signers} />;
  const href = hrefTo("message", { id: messageId });
  const path = fillRoute(listMessageSigners, request);
  return <Signers {...{ path, page, signers, set, href }} />;
}

const PAGE_ROWS = 25;
