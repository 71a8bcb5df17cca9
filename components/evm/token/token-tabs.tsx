import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { withQuery } from "@/lib/contract/pages";
import { queryOfTokenPage, type TokenTab } from "../list-params";

const LABELS = { gallery: "Gallery", table: "Table", transfers: "Transfers", holders: "Holders" } as const;

/** Tabs of a token's page, with the current one marked. */
export function TokenTabs({
  href,
  tab,
  owner,
  isCollection,
}: {
  href: string;
  tab: TokenTab;
  /** Whose tokens are listed, if of one. */
  owner: string | undefined;
  isCollection: boolean;
}) {
  const tabs: readonly TokenTab[] = isCollection
    ? ["gallery", "table", "transfers", "holders"]
    : ["transfers", "holders"];
  return (
    <Seg label="Lists">
      {tabs.map((one) => (
        <Link
          key={one}
          href={withQuery<"collection">(href, queryOfTokenPage({ tab: one, owner }, isCollection))}
          scroll={false}
          prefetch={false}
          aria-current={one === tab ? "page" : undefined}
        >
          {LABELS[one]}
        </Link>
      ))}
    </Seg>
  );
}
