import Link from "next/link";
import { chip } from "@/components/ui/chip";
import { Icon } from "@/components/ui/icon";

/** An active filter; its link removes it. */
export function Chip({ name, value, withoutHref }: { name: string; value: string; withoutHref: string }) {
  return (
    <Link
      className={chip("on")}
      href={withoutHref}
      prefetch={false}
      aria-label={`${name} ${value}, remove filter`}
    >
      {/* With a space, so that the words on it are those that it is called by. */}
      <span className="text-ink-2">{`${name} `}</span>
      {value}
      <Icon name="x" />
    </Link>
  );
}
