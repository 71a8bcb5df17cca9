import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { headTail } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { tone } from "@/components/ui/tone";

const FORM = "flex max-w-full min-w-0 items-center gap-2.5 [&_.font-mono.text-id]:text-ink-2";

interface FormsProps {
  /** bech32 without a chain. */
  address?: string | undefined;
  /** 0x. */
  account?: string | undefined;
  /** Where the key was recovered that has both. */
  evidence?: { href: string; txId: string; publicKey: string } | undefined;
}

/** The forms of one key on the three chains, and what proves that they belong together; without proof it says so. */
export function Forms({ address, account, evidence }: FormsProps) {
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
          <span className="text-small text-ink-3">
            no signature of this key on chain yet, so nothing ties the other form to it
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
