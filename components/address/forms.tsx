import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { headTail } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";

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
    <div className="forms">
      {(["P", "X"] as const).map((letter) => (
        <div key={letter} className="form">
          <ChainTag chain={letter} />
          {address === undefined ? (
            <span className="small dim">{letter}-Chain form not known</span>
          ) : (
            <HashLink value={`${letter}-${address}`} full noun="address" />
          )}
        </div>
      ))}
      <div>
        <div className="form">
          <ChainTag chain="C" />
          {account === undefined ? (
            <span className="small dim">0x form not known</span>
          ) : (
            <HashLink value={account} full noun="address" />
          )}
        </div>
        {evidence === undefined ? (
          <span className="small dim">
            no signature of this key on chain yet, so nothing ties the other form to it
          </span>
        ) : (
          <span className="st st-ok small" title={`The public key ${evidence.publicKey} has all three forms`}>
            <Icon name="shield" />
            same public key, seen in{" "}
            <Link href={evidence.href} prefetch={false} title={evidence.txId} className="mono">
              {headTail(evidence.txId)}
            </Link>
          </span>
        )}
      </div>
    </div>
  );
}
