import Link from "next/link";
import { Icon } from "@/components/ui/icon";

/** One filter that is on; following it takes it away. */
export function Chip({ name, value, withoutHref }: { name: string; value: string; withoutHref: string }) {
  return (
    <Link
      className="chip is-on"
      href={withoutHref}
      prefetch={false}
      aria-label={`Remove filter ${name} ${value}`}
    >
      <span className="mid">{name}</span>
      {value}
      <Icon name="x" />
    </Link>
  );
}
