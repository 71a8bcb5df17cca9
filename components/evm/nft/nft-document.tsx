import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnNft } from "@/lib/contract/firn/nfts";

/** Characters of a document that are shown. The copy button copies all of them. */
const MOST_SHOWN = 10_000;

interface NftDocumentProps {
  token: NftToken;
  /** Undefined when it could not be read. */
  firnNft: FirnNft | undefined;
}

/** The token's own metadata, as it was read. */
export function NftDocument({ token, firnNft }: NftDocumentProps) {
  const { document } = firnNft ?? {};
  if (document === undefined) {
    if (firnNft === undefined || !/^indexed$/i.test(token.metadata.indexStatus)) return null;
    return (
      <Panel title="Metadata">
        <p className="px-5 py-4 text-ink-2">
          An older Firn read this metadata and kept only what the facts above say. “Read again” brings the
          whole of it.
        </p>
      </Panel>
    );
  }
  const isLong = document.length > MOST_SHOWN;
  return (
    <Panel
      title="Metadata as read"
      actions={<CopyButton value={document} label="metadata" />}
      {...(isLong && { note: "Cut short here; the copy has all of it." })}
    >
      <RawText name="Metadata">{isLong ? `${document.slice(0, MOST_SHOWN)}…` : document}</RawText>
    </Panel>
  );
}
