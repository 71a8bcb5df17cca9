import type { Metadata } from "next";
import { commandsAt } from "@/app/[chain]/commands";
import { networkFacts } from "@/app/[chain]/network";
import { definePage, type PageProps } from "@/app/define-page";
import { readLook } from "@/app/index/look";
import { api, config, readStatus, settle, troubleOf } from "@/app/server";
import { readRawView } from "@/components/hex/raw-bytes";
import { IndexFigures } from "@/components/node-index/figures";
import { Flags } from "@/components/node-index/flags";
import { FoundContainer } from "@/components/node-index/found-container";
import { FoundList } from "@/components/node-index/found-list";
import { IndexLanes } from "@/components/node-index/lanes";
import { LookInside } from "@/components/node-index/look-inside";
import { Remedy } from "@/components/node-index/remedy";
import { firnCommand } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { Failure } from "@/components/state/failure";
import { ReloadButton } from "@/components/state/reload-button";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { type FirnIndex, getIndexes } from "@/lib/contract/firn/indexes";
import { hrefTo, type SearchParams } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: "Index of the node" };

export default definePage("index", IndexPage);

async function IndexPage({ search }: PageProps<"index">) {
  const [answer, look] = await Promise.all([settle(api().get(getIndexes, { params: {} })), readLook(search)]);
  const { text: curl } = firnCommand(`http://127.0.0.1:${config().apiPort}`, getIndexes.path);
  return (
    <>
      <PageHead
        eyebrow="Index API of this node"
        title="What this node can answer"
        actions={
          <>
            <ReloadButton>Check again</ReloadButton>
            <CopyAs jsonPath={getIndexes.path} curl={curl} path={hrefTo("index")} />
          </>
        }
      />
      {answer instanceof FirnError ? (
        <Failure what="the node’s indexes" trouble={troubleOf(answer)} />
      ) : (
        <Coverage indexes={answer.indexes} look={look} search={search} />
      )}
    </>
  );
}

interface CoverageProps {
  indexes: readonly FirnIndex[];
  look: Awaited<ReturnType<typeof readLook>>;
  search: SearchParams;
}

async function Coverage({ indexes, look, search }: CoverageProps) {
  const status = await readStatus();
  const streams = status instanceof FirnError ? [] : status.streams;
  return (
    <div className={STACK}>
      <IndexFigures indexes={indexes} streams={streams} />
      <IndexLanes indexes={indexes} />
      <Found look={look} search={search} />
      <div className={COLUMNS}>
        {indexes.some(({ answer }) => answer === "away") ? (
          <NodeAway indexes={indexes} />
        ) : (
          <Remedy indexes={indexes} />
        )}
        <div className={STACK}>
          <Flags indexes={indexes} />
          <LookInside asked={look.asked} misread={look.misread} />
        </div>
      </div>
    </div>
  );
}

/** The bars then show what is stored, against the node's head as it was last seen. */
function NodeAway({ indexes }: { indexes: readonly FirnIndex[] }) {
  const { message, hint } = indexes.find(({ fault }) => fault !== undefined)?.fault ?? {};
  const sentence = [message, hint].filter((part) => part !== undefined).join(": ");
  return <Failure what="the node’s indexes" trouble={{ status: 503, sentence: `${sentence}.` }} />;
}

/** What was looked for, or why it could not be had. */
async function Found({ look: { asked, found }, search }: Pick<CoverageProps, "look" | "search">) {
  if (found === undefined) return null;
  if (found instanceof FirnError) {
    if (found.code !== "NOT_FOUND")
      return (
        <div id="container">
          <Failure what="this container" trouble={troubleOf(found)} />
        </div>
      );
    return (
      <Panel id="container" label="This container">
        <EmptyState
          title="No index has it"
          action={
            <a className={button()} href={hrefTo("search", {}, { q: asked })}>
              Search everywhere
            </a>
          }
        >
          {/^\d+$/.test(asked)
            ? "No container has this number yet: the bars above end where the node’s indexes do."
            : "It is no container’s id. The block inside a container has an id of its own, and so have its transactions."}
        </EmptyState>
      </Panel>
    );
  }
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) return <FoundList asked={asked} found={found} />;
  const status = await readStatus();
  const call = {
    api: `index/${one.index}`,
    method: "index.getContainerByIndex",
    params: { index: one.number, encoding: "hex" },
  };
  const commands = commandsAt(
    status instanceof FirnError ? undefined : status.node.url,
    call,
    `/firn/v1/indexes/containers/${one.containerId}`,
  );
  const network = status instanceof FirnError ? undefined : networkFacts(status);
  return <FoundContainer found={one} network={network} commands={commands} raw={readRawView(search.raw)} />;
}
