import Link from "next/link";
import { Fact } from "@/components/ui/key-value";
import type { SentWarpMessage } from "@/lib/contract/firn/evm-warp";
import { hrefTo } from "@/lib/contract/pages";

/** What a message says in a form that Firn knows: about a block, or a validator of an L1. */
export function Said({
  message: { blockHash, l1Message },
}: {
  message: Partial<Pick<SentWarpMessage, "blockHash" | "l1Message">>;
}) {
  return (
    <>
      {blockHash !== undefined && (
        <Fact label="Attests block">
          <span className="font-mono text-mono wrap-anywhere">{blockHash}</span>
        </Fact>
      )}
      {l1Message !== undefined && (
        <Fact label="Says">
          <span className="font-strong text-ink">{l1Message.kind}</span>
          {l1Message.validationId !== undefined && (
            <Link href={hrefTo("validation", { id: l1Message.validationId })} prefetch={false}>
              Validation
            </Link>
          )}
        </Fact>
      )}
      {l1Message?.fields.map(({ name, value }) => (
        <Fact key={name} label={name}>
          <span className="wrap-anywhere">{value}</span>
        </Fact>
      ))}
    </>
  );
}
