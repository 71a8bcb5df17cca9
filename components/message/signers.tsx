"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { HashLink } from "@/components/ui/hash-link";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import type { MessageSigner, MessageSigners } from "@/lib/contract/firn/messages";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatPercent, groupDigits, plural } from "@/lib/words/format";

const COLUMNS: readonly ListColumn[] = [
  { label: "Validator", bar: 140 },
  { label: "Key", bar: 120, wide: true },
  { label: "Weight", bar: 64, right: true },
  { label: "Share", bar: 40, right: true },
  { label: "Signature", bar: 64, right: true },
];

type SignersPage = TokenPage & Pick<MessageSigners, "first" | "validators">;

interface SignersProps {
  path: string;
  page: SignersPage;
  signers: number;
  set: NonNullable<MessageSigners["set"]>;
  /** Address of the message's page. */
  href: string;
}

/** Who signed a message, and who could have: proved by the keys. */
export function Signers({ path, page, signers, set, href }: SignersProps) {
  const total = BigInt(set.totalWeight);
  const share = formatPercent(BigInt(set.signedWeight), total);
  const { first } = page;
  const without = total - BigInt(set.signingWeight);
  const silent =
    without > 0n
      ? ` Validators that are inactive or have no key cannot sign: they have ${formatPercent(without, total)} of the weight.`
      : "";
  return (
    <div>
      <InfiniteList<SignersPage, MessageSigner>
        path={path}
        first={page}
        rowsOf={({ validators }) => validators}
        idOf={({ publicKey }) => publicKey}
        caption="Validators, with those that signed, in the order of their keys"
        title={
          <>
            Signatures{" "}
            <span className={PANEL_ASIDE}>
              {groupDigits(signers)} of {plural(set.validatorCount, "validator")}, {share} of the weight
            </span>
          </>
        }
        nouns={["validator", "validators"]}
        columns={COLUMNS}
        cells={({ nodeIds, publicKey, weight, hasSigned }) => (
          <>
            <Cell at="a">
              {nodeIds.map((nodeId) => (
                <HashLink
                  key={nodeId}
                  value={nodeId}
                  href={hrefTo("validator", { id: nodeId })}
                  label="node"
                />
              ))}
            </Cell>
            <Cell wide>
              <HashLink value={publicKey} label="BLS key" />
            </Cell>
            <Cell right at="d">
              {groupDigits(weight)}
            </Cell>
            <Cell right at="c">
              {formatPercent(BigInt(weight), total)}
            </Cell>
            <Cell right at="b">
              <StatusPill
                status={hasSigned ? "success" : "unknown"}
                word={hasSigned ? "Signed" : "Did not sign"}
                plain
              />
            </Cell>
          </>
        )}
        note={`Proved: these validators’ keys made the signature. Weights are those after P-Chain block ${groupDigits(set.pChainHeight)}.${silent}`}
        hrefAfter={(_, rows) => withQuery<"message">(href, { after: String(first - 1 + rows.length) })}
        startHref={first === 1 ? undefined : href}
      />
    </div>
  );
}
