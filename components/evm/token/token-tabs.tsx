import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { queryOfTokenPage, type TokenTab } from "../list-params";

const LABELS = { gallery: "Gallery", table: "Table", transfers: "Transfers", holders: "Holders" } as const;

/** Tabs of a token's page, with the current one marked. */
export function TokenTabs({
  href,
  tab,
  isCollection,
}: {
  href: string;
  tab: TokenTab;
  isCollection: boolean;
}) {
  const tabs: readonly TokenTab[] = isCollection
    ? ["gallery", "table", "transfers", "holders"]
    : ["transfers", "holders"];
  return (
    <Seg label="Lists">
      {tabs.map((one) => {
        const query = queryOfTokenPage({ tab: one }, isCollection);
        return (
          <Link
            key={one}
            href={query === "" ? href : `${href}?${query}`}
            scroll={false}
            prefetch={false}
            aria-current={one === tab ? "page" : undefined}
          >
            {LABELS[one]}
          </Link>
        );
      })}
    </Seg>
  );
}
