import type { ReactNode } from "react";
import { assetOf, isAvax } from "@/components/effects/format";
import type { TxDetails } from "@/components/effects/tx-context";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatId } from "@/lib/avalanche/ids";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits, plural } from "@/lib/words/format";
import { balancesOf } from "./amounts";

/** More about a transaction: assets by name, its memo, and where the X-Chain kept it. */
export function TxFacts({ details, container }: { details: TxDetails; container: FirnContainer }) {
  const facts = [...assetFacts(details), ...memoFacts(details.known.memo), ...formatFacts(container)];
  if (facts.length === 0) return null;
  return (
    <Panel label="Details">
      <KeyValue>{facts}</KeyValue>
    </Panel>
  );
}

function assetFacts({ effects, network, chain }: TxDetails): ReactNode[] {
  if (chain === "p") return [];
  return balancesOf(effects).map(({ assetId }) => {
    const known = isAvax(assetId, network)
      ? { name: "Avalanche", symbol: "AVAX" }
      : assetOf(assetId, network);
    const id = formatId(assetId);
    return (
      <Fact key={id} label="Asset">
        {known !== undefined && <Name>{known.name}</Name>}
        {known !== undefined && (
          <Tag>
            <Name>{known.symbol}</Name>
          </Tag>
        )}
        <HashLink value={id} href={hrefTo("asset", { id })} label="asset" />
      </Fact>
    );
  });
}

/** The memo: as text if it is text, always as bytes. */
function memoFacts(memo: string | undefined): ReactNode[] {
  if (memo === undefined || memo === "" || memo === "0x") return [];
  const read = readUtf8(memo);
  const size = plural((memo.length - 2) / 2, "byte");
  const bytes = <span className="font-mono text-mono break-all">{memo}</span>;
  if (read === undefined)
    return [
      <Fact key="memo" label="Memo" aside={size}>
        {bytes}
      </Fact>,
    ];
  return [
    <Fact key="memo" label="Memo" aside={`text, ${size}`}>
      <Name most={256}>{read}</Name>
    </Fact>,
    <Fact key="memo bytes" label="Memo, bytes">
      {bytes}
    </Fact>,
  ];
}

function formatFacts({ chain, stream, index }: FirnContainer): ReactNode[] {
  if (chain !== "x") return [];
  const isVertex = stream === "X/vtx";
  return [
    <Fact
      key="format"
      label="Format"
      aside={isVertex ? "in a vertex (before Cortina)" : "in a block (since Cortina)"}
    >
      {isVertex ? "Non-linear" : "Linear"}
    </Fact>,
    <Fact key="index" label="Index">
      {`${stream} ${groupDigits(index)}`}
    </Fact>,
  ];
}

/** Undefined if the bytes are not UTF-8 or hold control characters. */
function readUtf8(hex: string): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(fromHex(hex));
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
