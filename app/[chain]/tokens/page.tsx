import { TokensView, tokensTitle } from "@/app/[chain]/tokens/view";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("tokens", ({ found }) =>
  found instanceof FirnError ? "Tokens" : tokensTitle(found.chain, "tokens"),
);

export default definePage("tokens", TokensPage);

function TokensPage({ found }: PageProps<"tokens">) {
  return <TokensView kind="tokens" found={found} />;
}
