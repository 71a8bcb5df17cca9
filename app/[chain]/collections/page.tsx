import { TokensView, tokensTitle } from "@/app/[chain]/tokens/view";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("collections", ({ found }) =>
  found instanceof FirnError ? "Collections" : tokensTitle(found.chain, "collections"),
);

export default definePage("collections", CollectionsPage);

function CollectionsPage({ found }: PageProps<"collections">) {
  return <TokensView kind="collections" found={found} />;
}
