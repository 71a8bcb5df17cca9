import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";

/** Switches between validators of the Primary Network, L1s, and messages between chains. */
export function NetworkNav({ current }: { current: "validators" | "l1s" | "messages" }) {
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
      <Link
        href={hrefTo("messages")}
        prefetch={false}
        aria-current={current === "messages" ? "page" : undefined}
      >
        Messages
      </Link>
    </Seg>
  );
}
