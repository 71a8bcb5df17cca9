import type { ReactNode } from "react";
import { button } from "@/components/ui/button";
import { type ChainLetter, ChainTag } from "@/components/ui/chain-tag";
import { field } from "@/components/ui/field";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { ConsoleFacts } from "@/lib/contract/operator/console";
import { ActionForm } from "../action-form";
import { ActionOutcome } from "../action-outcome";
import type { L1Names } from "../l1-names";
import { ReadBy } from "../read-by";
import { SHEET, SHEET_ACTIONS } from "../sheet";
import { AliasField } from "./alias-field";

type Chain = NonNullable<ConsoleFacts["chains"]>[number];

interface AliasesProps {
  chains: ConsoleFacts["chains"];
  l1s: L1Names;
  endpointAliases: ConsoleFacts["endpointAliases"];
  /** URL of the node, for the commands. */
  nodeUrl: string;
}

const COLUMNS = [
  { label: "Chain" },
  { label: "Id" },
  { label: "Also reachable as" },
  { label: "Actions", right: true, quiet: true },
];

/** Names of each chain with a form to add one, and endpoints with another address. */
export function Aliases({ chains = [], l1s, endpointAliases, nodeUrl }: AliasesProps) {
  const taken = chains.flatMap((chain) => chain.aliases.map((alias) => [alias, nameOf(chain, l1s)] as const));
  const takenPaths = endpointAliases.map(({ endpoint, alias }) => [alias, endpoint] as const);
  return (
    <Panel
      id="aliases"
      title="Aliases"
      aside="not sent to other nodes"
      actions={
        <button type="button" className={button({ size: "small" })} popoverTarget="alias-endpoint">
          <Icon name="plus" />
          Alias an endpoint
        </button>
      }
    >
      <ActionOutcome section="aliases" />
      <Table caption="Chains and their names" columns={COLUMNS}>
        {chains.map((chain) => (
          <ChainRow key={chain.blockchainId} chain={chain} name={nameOf(chain, l1s)} taken={taken} />
        ))}
        {endpointAliases.map(({ endpoint, alias }) => (
          <Row key={`/ext/${alias}`}>
            <Cell at="a">Endpoint</Cell>
            <Cell at="c">
              <span className="font-mono text-mono">/ext/{endpoint}</span>
            </Cell>
            <Cell at="e" wraps>
              <Tag mono>/ext/{alias}</Tag>
            </Cell>
            <Cell right at="b">
              {""}
            </Cell>
          </Row>
        ))}
      </Table>
      <div className={PANEL_NOTE}>
        Aliases last until the node restarts. They cannot be removed sooner.
        {chains.length > 0 && (
          <ReadBy
            method="admin.getChainAliases"
            calls={chains.map(({ blockchainId }) => ({ chain: blockchainId }))}
            nodeUrl={nodeUrl}
          />
        )}
      </div>
      <Sheet id="alias-endpoint" title="Alias an endpoint" action="alias">
        <label>
          Endpoint, the part after /ext/
          <span className={field({ size: "sheet" })}>
            <input
              name="endpoint"
              required
              placeholder="bc/X"
              pattern={PATH}
              maxLength={512}
              spellCheck={false}
            />
          </span>
        </label>
        <AliasField label="Also served at /ext/" pattern={PATH} taken={takenPaths} />
      </Sheet>
    </Panel>
  );
}

/** As in the operator's contract, which has the last word. */
const NAME = "[A-Za-z0-9._~\\-]+";
const PATH = `${NAME}(/${NAME})*`;

interface ChainRowProps {
  chain: Chain;
  name: string;
  taken: (readonly [alias: string, of: string])[];
}

function ChainRow({ chain, name, taken }: ChainRowProps) {
  const { blockchainId, aliases } = chain;
  const id = `alias-${blockchainId}`;
  const names = aliases.filter((alias) => alias !== blockchainId);
  return (
    <Row>
      <Cell at="a">
        <span className="flex min-w-0 items-center gap-2">
          <ChainTag chain={letterOf(chain)} />
          <bdi>{name}</bdi>
        </span>
      </Cell>
      <Cell at="c">
        <HashLink value={blockchainId} label="blockchain id" />
      </Cell>
      <Cell at="e" wraps>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5 in-[td]:gap-1.5">
          {names.length === 0 && <span className="text-ink-3">no alias</span>}
          {names.map((alias) => (
            <Tag key={alias} mono>
              {alias === "" ? "(empty)" : alias}
            </Tag>
          ))}
        </span>
      </Cell>
      <Cell right at="b">
        <button type="button" className={button({ size: "small", kind: "quiet" })} popoverTarget={id}>
          <Icon name="plus" />
          Add alias
        </button>
        <Sheet
          id={id}
          title={`Add an alias for ${name}`}
          action="aliasChain"
          fields={{ chain: blockchainId }}
        >
          <AliasField label="Also reachable as" pattern={NAME} taken={taken} />
        </Sheet>
      </Cell>
    </Row>
  );
}

interface SheetProps {
  id: string;
  title: string;
  action: "alias" | "aliasChain";
  fields?: Record<string, string>;
  children: ReactNode;
}

/** A small form over the page. It opens without script. */
function Sheet({ id, title, action, fields = {}, children }: SheetProps) {
  return (
    <div id={id} popover="auto" className={SHEET} role="dialog" aria-labelledby={`${id}-head`}>
      <ActionForm section="aliases" action={action} fields={fields}>
        <h2 id={`${id}-head`}>{title}</h2>
        {children}
        <div className={SHEET_ACTIONS}>
          <button type="button" className={button()} popoverTarget={id} popoverTargetAction="hide">
            Cancel
          </button>
          <button type="submit" className={button({ kind: "main" })}>
            Add alias
          </button>
        </div>
      </ActionForm>
    </div>
  );
}

function letterOf({ loggerName }: Chain): ChainLetter {
  return loggerName === "P" || loggerName === "X" || loggerName === "C" ? loggerName : "L1";
}

/** The name of P, X and C; of an L1 its own, or if Firn does not follow it, its first alias that is not an id. */
function nameOf(chain: Chain, l1s: L1Names): string {
  const letter = letterOf(chain);
  if (letter !== "L1") return `${letter}-Chain`;
  const name = l1s.get(chain.blockchainId);
  if (name !== undefined) return name;
  return chain.aliases.find((alias) => alias !== chain.blockchainId && alias !== "") ?? "L1";
}
