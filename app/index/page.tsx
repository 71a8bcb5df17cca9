import type { Metadata } from "next";
import { commandsAt, sourceOf } from "@/app/[chain]/commands";
import { networkFacts } from "@/app/[chain]/network";
import { definePage, type PageProps } from "@/app/define-page";
import { readLook } from "@/app/index/look";
import { Part, soon } from "@/app/part";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { type RawView, readRawView } from "@/components/hex/raw-view";
import { LiveRefresh } from "@/components/live/live-refresh";
import { IndexFigures } from "@/components/node-index/figures";
import { Flags } from "@/components/node-index/flags";
import { FoundContainer } from "@/components/node-index/found-container";
import { FoundList } from "@/components/node-index/found-list";
import { LookInside } from "@/components/node-index/look-inside";
import { Remedy } from "@/components/node-index/remedy";
import { IndexTracks } from "@/components/node-index/tracks";
import { CopyAs } from "@/components/provenance/copy-as";
import { Failure } from "@/components/state/failure";
import { ReloadButton } from "@/components/state/reload-button";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { type FirnIndex, findContainers, getIndexes } from "@/lib/contract/firn/indexes";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: "Index of the node" };

export default definePage("index", IndexPage);

async function IndexPage({ query }: PageProps<"index">) {
  const { found } = await soon("node", { found: readCoverage(query) });
  const { curl } = await sourceOf(getIndexes.path);
  return (
    <>
      <LiveRefresh />
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
      <Part what="the node’s indexes" answer={found}>
        {({ indexes, look }) => <Coverage indexes={indexes} look={look} raw={readRawView(query.raw)} />}
      </Part>
    </>
  );
}

/** What the node's indexes hold, and what was looked for in them. */
async function readCoverage(query: PageProps<"index">["query"]) {
  const [answer, look] = await Promise.all([
    toResult(api().get(getIndexes, { params: {} })),
    readLook(query),
  ]);
  return answer instanceof FirnError ? answer : { indexes: answer.indexes, look };
}

interface CoverageProps {
  indexes: readonly FirnIndex[];
  look: Awaited<ReturnType<typeof readLook>>;
  raw: RawView;
}

async function Coverage({ indexes, look, raw }: CoverageProps) {
  const status = await readStatus();
  const streams = status instanceof FirnError ? [] : status.streams;
  return (
    <div className={STACK}>
      <IndexFigures indexes={indexes} streams={streams} />
      <IndexTracks indexes={indexes} />
      <Found look={look} raw={raw} />
      <div className={COLUMNS}>
        {indexes.some(({ answer }) => answer === "away") ? (
          <NodeAway indexes={indexes} />
        ) : (
          <Remedy indexes={indexes} />
        )}
        <div className={STACK}>
          <Flags indexes={indexes} />
          <LookInside query={look.query} misread={look.misread} />
        </div>
      </div>
    </div>
  );
}

/** The bars then show what is stored, against the last known head of the node. */
function NodeAway({ indexes }: { indexes: readonly FirnIndex[] }) {
  const { message, hint } = indexes.find(({ fault }) => fault !== undefined)?.fault ?? {};
  const sentence = [message, hint].filter((part) => part !== undefined).join(": ");
  return <Failure what="the node’s indexes" failure={{ status: 503, sentence: `${sentence}.` }} />;
}

/** What was found, or why it could not be read. */
async function Found({ look: { query: asked, found }, raw }: Pick<CoverageProps, "look" | "raw">) {
  if (found === undefined) return null;
  if (found instanceof FirnError) {
    if (found.code !== "NOT_FOUND")
      return (
        <div id="container">
          <Failure what="this container" failure={failureOf(found)} />
        </div>
      );
    return (
      <Panel id="container" label="This container">
        <EmptyState
          title="Not in any index"
          action={
            <a className={button()} href={hrefTo("search", {}, { q: asked })}>
              Search everywhere
            </a>
          }
        >
          {/^\d+$/.test(asked)
            ? "No container has this number yet: the bars above end where the node’s indexes do."
            : "No container has this id. The block inside a container has its own id, and so do its transactions."}
        </EmptyState>
      </Panel>
    );
  }
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) return <FoundList query={asked} found={found} />;
  const status = await readStatus();
  const call = {
    api: `index/${one.index}`,
    method: "index.getContainerByIndex",
    params: { index: one.number, encoding: "hex" },
  };
  const commands = await commandsAt(
    status instanceof FirnError ? undefined : status.node.url,
    call,
    fillRoute(findContainers, { params: { container: one.containerId } }),
  );
  const network = status instanceof FirnError ? undefined : networkFacts(status);
  return <FoundContainer found={one} network={network} commands={commands} raw={raw} />;
}
