import Link from "next/link";
import type { ComponentProps } from "react";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { newestTransfersHref } from "./token-link";
import { TransferList } from "./transfer-list";

/** A page of a token's transfers with a link to the newest, or an empty state. */
export function TransferPanel({
  areOfDays,
  ...props
}: ComponentProps<typeof TransferList> & { areOfDays: boolean }) {
  const { first, newest } = props;
  if (first.transfers.length === 0)
    return (
      <Panel title="Transfers">
        <EmptyState title="No transfers">
          {areOfDays
            ? "No transaction on these days moved this token."
            : newest
              ? "No transaction that Firn has indexed moved this token."
              : "No transfer is older than the one in the address."}
        </EmptyState>
      </Panel>
    );
  return (
    <div>
      {!newest && (
        <p className="mb-3">
          <Link className="text-small" href={newestTransfersHref(props)} rel="prev" prefetch={false}>
            Newest transfers
          </Link>
        </p>
      )}
      <TransferList {...props} />
    </div>
  );
}
