import Link from "next/link";
import type { ComponentProps } from "react";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { TransferList } from "./transfer-list";

/** A token's transfers from a position on, with the way back to the newest; or that there are none. */
export function TransferPanel(props: ComponentProps<typeof TransferList>) {
  const { first, href, newest, hasIds } = props;
  if (first.transfers.length === 0)
    return (
      <Panel title="Transfers">
        <EmptyState title="No transfers here">
          {newest
            ? "No transaction that Firn has read has moved this token."
            : "None is older than the one the address names."}
        </EmptyState>
      </Panel>
    );
  return (
    <div>
      {!newest && (
        <p className="mb-3">
          <Link
            className="text-small"
            href={hasIds ? `${href}?tab=transfers` : href}
            rel="prev"
            prefetch={false}
          >
            Newest transfers
          </Link>
        </p>
      )}
      <TransferList {...props} />
    </div>
  );
}
