import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";

/** Switches between validators of the Primary Network and L1s. */
export function NetworkNav({ current }: { current: "validators" | "l1s" }) {
  return (
    <Seg label="Network">
      <Link
        href={hrefTo("validators")}
        prefetch={false}
        aria-current={current === "validators" ? "page" : undefined}
      >
        Primary Network
      </Link>
      <Link href={hrefTo("l1s")} prefetch={false} aria-current={current === "l1s" ? "page" : undefined}>
        L1s
      </Link>
    </Seg>
  );
}
