import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { formatTime, groupDigits, plural } from "@/lib/words/format";
import { FromNode } from "./from-node";

interface Check {
  name: string;
  isFine: boolean;
  error: string | undefined;
  failingSince: number | undefined;
  facts: readonly (readonly [name: string, value: string])[];
}

interface HealthChecksProps {
  askedAt: number;
  healthy: boolean;
  checks: readonly Check[];
  /** Names the chains that checks are called by; undefined if Firn's API does not say. */
  status: FirnStatus | undefined;
}

const COLUMNS = [{ label: "Check" }, { label: "Result" }, { label: "What it says" }];

/** Every health check of the node, failing ones first, with what each measured. */
export function HealthChecks({ askedAt, healthy, checks, status }: HealthChecksProps) {
  const failing = checks.filter(({ isFine }) => !isFine).length;
  const word = healthy ? "Healthy" : `${failing} of ${plural(checks.length, "check")} failing`;
  return (
    <Panel
      title="Health checks"
      aside={groupDigits(checks.length)}
      actions={<StatusPill status={healthy ? "success" : "failed"} word={word} plain />}
      note={<FromNode method="health.health" askedAt={askedAt} />}
    >
      <Table caption="Health checks" columns={COLUMNS} look="lines">
        {checks.map((check) => (
          <Row key={check.name}>
            <Cell at="a">
              <CheckName name={check.name} status={status} />
            </Cell>
            <Cell at="b">
              {check.isFine ? (
                <StatusPill status="success" word="Passing" plain />
              ) : (
                <StatusPill status="failed" word="Failing" plain />
              )}
            </Cell>
            <Cell at="c" wraps>
              <Said check={check} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

/** A chain's check is called by its blockchain id. */
function CheckName({ name, status }: { name: string; status: FirnStatus | undefined }) {
  const chain = status?.streams.find(({ evm }) => evm?.blockchainId === name)?.evm?.name;
  if (chain === undefined) return <span className="font-strong wrap-anywhere">{name}</span>;
  return (
    <>
      <span className="font-strong">
        <Name>{chain}</Name>
      </span>{" "}
      <HashLink value={name} label="blockchain id" />
    </>
  );
}

function Said({ check: { error, failingSince, facts } }: { check: Check }) {
  return (
    <div className="grid gap-0.5 py-1 text-id text-ink-2 wrap-anywhere">
      {error !== undefined && (
        <span className="text-bad">
          {error}
          {failingSince !== undefined && `, since ${formatTime(failingSince)}`}
        </span>
      )}
      {facts.map(([name, value]) => (
        <span key={name}>
          {name !== "" && <span className="text-ink-3">{name}: </span>}
          {value}
        </span>
      ))}
    </div>
  );
}
