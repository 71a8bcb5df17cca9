import { Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import { ViewLinks } from "@/components/ui/view-links";
import { formatBytes } from "@/lib/words/format";
import type { HexField } from "./fields";
import { HexView } from "./hex-view";
import { RAW_VIEWS, type RawView } from "./raw-view";

interface RawBytesProps {
  /** With 0x. */
  hex: string;
  fields: HexField[];
  /** The node's JSON form, indented. Called only when shown. */
  json: () => string;
  view: RawView;
  hrefOf: (view: RawView) => string;
}

/** Raw bytes in three views, as links: each view has an address and needs no script. */
export function RawBytes({ hex, fields, json, view, hrefOf }: RawBytesProps) {
  const links = <ViewLinks label="View of the bytes" views={RAW_VIEWS} current={view} hrefOf={hrefOf} />;
  return (
    <Panel id="raw" title="Raw bytes" aside={formatBytes((hex.length - 2) / 2)} actions={links}>
      {view === "annotated" ? (
        <HexView hex={hex} fields={fields} />
      ) : (
        <RawText name={view === "json" ? "JSON" : "Bytes in hex"}>{view === "json" ? json() : hex}</RawText>
      )}
    </Panel>
  );
}
