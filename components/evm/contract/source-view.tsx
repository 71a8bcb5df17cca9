import { CopyButton } from "@/components/ui/copy-button";
import { Highlighted } from "@/components/ui/highlighted";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { escapeShapeless } from "@/components/ui/name";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ContractSource, getContractSource } from "@/lib/contract/firn/contracts";
import type { RouteBody } from "@/lib/contract/route";
import { plural } from "@/lib/words/format";

/** Characters of all files together that are set apart by their words, and that are shown at all. */
const MOST_COLOURED = 200_000;
const MOST_SHOWN = 1_000_000;

/** The verified sources of a contract, or what would verify some. */
export function SourceView({ source, without }: RouteBody<typeof getContractSource>) {
  if (source === undefined)
    return <Panel title="Source code" {...(without !== undefined && { note: without })} />;
  const { files, settings } = source;
  let shown = 0;
  return (
    <Panel title="Source code" aside={`verified, ${plural(files.length, "file")}`}>
      <SourceFacts source={source} />
      {files.map(({ path, text }, at) => {
        shown += text.length;
        return shown > MOST_SHOWN ? (
          <p key={path} className={PANEL_NOTE}>{`${escapeShapeless(path)} is left out: the API has it.`}</p>
        ) : (
          <SourceFile
            key={path}
            {...{ path, text }}
            isOpen={at === 0}
            isColoured={shown <= MOST_COLOURED && source.language === "Solidity"}
          />
        );
      })}
      <details className={PANEL_NOTE}>
        <summary className="cursor-pointer">Compiler settings</summary>
        <RawText name="Compiler settings">{settings}</RawText>
      </details>
    </Panel>
  );
}

function SourceFacts({ source }: { source: ContractSource }) {
  const { contract, compiler, match, by, verifiedAtMs, license } = source;
  return (
    <KeyValue>
      <Fact label="Match" aside={by === "firn" ? "compiled by this Firn" : "compiled by the Sourcify server"}>
        {match === "exact" ? "exact: the hash of these very sources is in the code" : "the code is the same"}
        {match === "partial" && (
          <span className="text-id text-ink-3">comments and names of variables may differ</span>
        )}
      </Fact>
      <Fact label="Contract">
        <code className="font-mono text-mono wrap-anywhere">{escapeShapeless(contract)}</code>
      </Fact>
      <Fact label="Compiler">{`solc ${escapeShapeless(compiler)}`}</Fact>
      {license !== undefined && <Fact label="License">{escapeShapeless(license)}</Fact>}
      <Fact label="Verified">
        <TimeAgo at={verifiedAtMs} ago />
      </Fact>
    </KeyValue>
  );
}

interface SourceFileProps {
  path: string;
  text: string;
  isOpen: boolean;
  isColoured: boolean;
}

function SourceFile({ path, text, isOpen, isColoured }: SourceFileProps) {
  const shown = escapeShapeless(text);
  const lines = shown.split("\n").length;
  return (
    <details className="border-t border-line" open={isOpen}>
      <summary className="cursor-pointer px-5 py-3 text-id max-m:px-4">
        <code className="font-mono text-mono wrap-anywhere">{escapeShapeless(path)}</code>{" "}
        <span className="text-ink-3">{plural(lines, "line")}</span>
      </summary>
      <div className="px-5 max-m:px-4">
        <CopyButton value={text} label={`source of ${path}`} />
      </div>
      <ScrollBox name={`Source of ${path}`} className="max-h-148">
        <div className="flex gap-3 px-5 py-4 font-mono text-meta">
          <pre className="text-right text-ink-3 select-none" aria-hidden="true">
            {Array.from({ length: lines }, (_, at) => at + 1).join("\n")}
          </pre>
          <pre>{isColoured ? <Highlighted text={shown} language="solidity" /> : shown}</pre>
        </div>
      </ScrollBox>
    </details>
  );
}
