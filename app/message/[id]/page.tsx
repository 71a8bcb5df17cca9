import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readMessageChains } from "@/app/messages/messages";
import { failureOf, toResult } from "@/app/server";
import { MessageView } from "@/components/message/message-view";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { getMessage } from "@/lib/contract/firn/messages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";

export const generateMetadata = defineTitle("message", ({ params: { id } }) => `Message ${headTail(id)}`);

export default definePage("message", MessagePage);

async function MessagePage({ params: { id }, found: message }: PageProps<"message">) {
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
    />
  );
}
