import { Chip } from "@/components/list/chip";
import { SearchField } from "@/components/ui/search-field";
import { withQuery } from "@/lib/contract/pages";
import { FIND_PATTERN, queryOfTokenPage } from "../list-params";
import { shortAccount } from "../short-account";

interface NftFinderProps {
  /** Path of the collection's page. */
  href: string;
  tab: "gallery" | "table";
  owner: string | undefined;
}

/** A field that leads to a token of a collection by its id, or lists an owner's. In such a list, whose it is. */
export function NftFinder({ href, tab, owner }: NftFinderProps) {
  const all = queryOfTokenPage({ tab }, true);
  if (owner !== undefined)
    return <Chip name="owner" value={shortAccount(owner)} withoutHref={withQuery<"collection">(href, all)} />;
  return (
    <form action={href} method="get">
      {all.tab !== undefined && <input type="hidden" name="tab" value={all.tab} />}
      <SearchField
        name="find"
        placeholder="Token number or owner"
        aria-label="Token number or owner"
        title="A token’s number, or an owner’s address: 0x and 40 hex digits"
        pattern={FIND_PATTERN}
        size={20}
        autoComplete="off"
      />
    </form>
  );
}
