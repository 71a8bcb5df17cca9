import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { formatAvax, formatPercent, groupDigits, plural } from "@/lib/words/format";
import { FromNode } from "./from-node";

interface PeersProps {
  askedAt: number;
  count: number;
  versions: readonly { version: string; peers: number; validators: number; navax: bigint }[];
  connectedNavax: bigint;
  totalNavax: bigint;
  /** Version of the node itself; undefined if it is not known. */
  ownVersion: string | undefined;
}

const COLUMNS = [
  { label: "Version" },
  { label: "Stake", right: true },
  { label: "Peers", right: true },
  { label: "Validators", right: true },
];

/** The node's peers by version, with their stake. */
export function Peers({ askedAt, count, versions, connectedNavax, totalNavax, ownVersion }: PeersProps) {
  return (
    <Panel
      title="Peers"
      aside={groupDigits(count)}
      actions={`connected to ${formatPercent(connectedNavax, totalNavax)} of stake`}
      note={<FromNode method="info.peers" askedAt={askedAt} />}
    >
      {versions.length === 0 ? (
        <p className="px-5 py-4 text-ink-2">No other node is connected to this one.</p>
      ) : (
        <Table caption="Peers by version" columns={COLUMNS}>
          {versions.map(({ version, peers, validators, navax }) => (
            <Row key={version}>
              <Cell at="a">
                <span className="font-mono text-mono">{version}</span>
                {version === ownVersion && <span className="ml-2 text-id text-ink-3">as this node</span>}
              </Cell>
              <Cell at="b" right>
                <span>
                  {formatPercent(navax, totalNavax)}
                  <span className="ml-2 text-ink-3">{formatAvax(navax)}</span>
                </span>
              </Cell>
              <Cell at="c" right>
                {plural(peers, "peer")}
              </Cell>
              <Cell at="d" right>
                {plural(validators, "validator")}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  );
}
