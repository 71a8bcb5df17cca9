import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Download of the list from its current position. */
export function CsvLink({ href }: { href: string }) {
  return (
    <a className={button()} href={href} download title="The next 10,000 rows as CSV">
      <Icon name="csv" />
      CSV
    </a>
  );
}
