import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Download of a list with its filters. `small` in a list's own head. */
export function CsvLink({ href, small = false }: { href: string; small?: boolean }) {
  return (
    <a
      className={button(small ? { size: "small" } : {})}
      href={href}
      download
      title="This list as CSV, at most 10,000 rows"
    >
      <Icon name="csv" />
      CSV
    </a>
  );
}
