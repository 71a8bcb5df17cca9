import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { tone } from "@/components/ui/tone";
import { headTail } from "@/lib/words/format";

const FORM = "flex max-w-full min-w-0 items-center gap-2.5 [&_.font-mono.text-id]:text-ink-2";

interface FormsProps {
  /** bech32 without a chain. */
  address?: string | undefined;
  /** 0x. */
  account?: string | undefined;
  /** Transaction from which the public key of both forms was recovered. */
  evidence?: { href: string; txId: string; publicKey: string } | undefined;
  /** A contract, which never signs. */
  hasNoKey: boolean;
  /** Blocks whose signatures are not known, in words. */
  unread: readonly string[];
}

/**
 * The forms of one key on the three chains, with the evidence that they belong together, or a note that there is none.
 */
export function Forms({ address, account, evidence, hasNoKey, unread }: FormsProps) {
  if (hasNoKey && account !== undefined && evidence === undefined)
    return (
      <div className={FORM}>
        <HashLink value={account} full label="address" />
      </div>
    );
  return (
    <div className="col-span-full grid min-w-0 gap-1.5">
      {(["P", "X"] as const).map((letter) => (
        <div key={letter} className={FORM}>
          <ChainTag chain={letter} />
          {address === undefined ? (
            <span className="text-small text-ink-3">{letter}-Chain form not known</span>
          ) : (
            <HashLink value={`${letter}-${address}`} full label="address" />
          )}
        </div>
      ))}
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <div className={FORM}>
          <ChainTag chain="C" />
          {account === undefined ? (
            <span className="text-small text-ink-3">0x form not known</span>
          ) : (
            <HashLink value={account} full label="address" />
          )}
        </div>
        {evidence === undefined ? (
          <span className="text-small text-ink-3" title={unread.join("; ") || undefined}>
            {address === undefined ? "P and X address" : "0x address"} unknown until this key signs
            {unread.length > 0 && ", or older blocks are read"}
          </span>
        ) : (
          <span
            className={tone("ok", "text-small")}
            title={`The public key ${evidence.publicKey} has all three forms`}
          >
            <Icon name="shield" />
            same public key, seen in{" "}
            <Link href={evidence.href} prefetch={false} title={evidence.txId} className="font-mono text-mono">
              {headTail(evidence.txId)}
            </Link>
          </span>
        )}
      </div>
    </div>
  );
}
