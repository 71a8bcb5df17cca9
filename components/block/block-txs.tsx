import Link from "next/link";
import type { Scene } from "@/components/effects/scene";
import { sentenceOf } from "@/components/effects/sentence";
import { isAvax } from "@/components/effects/words";
import { balancesOf } from "@/components/tx/amounts";
import { Avax } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import { formatId } from "@/lib/avalanche/ids";
import type { ChainTx } from "./inside";

interface BlockTxsProps {
  /** Anchor on the page. */
  id: string;
  title: string;
  txs: { tx: ChainTx; scene: Scene }[];
}

/** Transactions of a block, in the order in which they take effect, each as what it does. */
export function BlockTxs({ id: anchor, title, txs }: BlockTxsProps) {
  if (txs.length === 0) return null;
  return (
    <Panel id={anchor} title={title} aside={groupDigits(txs.length)}>
      <table className="t">
        <caption className="sr">Transactions of this block</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">What happened</th>
            <th scope="col">Id</th>
            <th scope="col" className="r">
              Fee, AVAX
            </th>
          </tr>
        </thead>
        <tbody>
          {txs.map(({ tx, scene }) => {
            const id = formatId(scene.txId);
            const href = `/${scene.chain}/tx/${id}`;
            return (
              <tr key={id}>
                <td className="m-c">
                  <Tag>{tx.txType}</Tag>
                </td>
                <td className="m-a w">
                  <Link href={href} prefetch={false}>
                    {sentenceOf(scene).present}
                  </Link>
                </td>
                <td>
                  <HashLink value={id} href={href} noun="transaction" />
                </td>
                <td className="r m-d">
                  <Avax value={feeOf(scene)} unit={false} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

function feeOf({ effects, network }: Scene): bigint {
  return balancesOf(effects).find(({ assetId }) => isAvax(assetId, network))?.fee ?? 0n;
}
