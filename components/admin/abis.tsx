import { button } from "@/components/ui/button";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { GivenAbiState } from "@/lib/contract/firn/contract-abis";
import { hrefTo } from "@/lib/contract/pages";
import { plural } from "@/lib/words/format";
import { ActionForm } from "./action-form";
import { ActionOutcome } from "./action-outcome";
import { AddField, AddForm } from "./add-form";

const COLUMNS = [
  { label: "Contract" },
  { label: "Chain" },
  { label: "Added" },
  { label: "Actions", quiet: true, right: true },
];

/** ABIs that were added for single contracts. @param abis undefined when Firn's API did not answer */
export function Abis({ abis }: { abis: readonly GivenAbiState[] | undefined }) {
  return (
    <Panel id="abis" title="ABIs" aside="of single contracts">
      <ActionOutcome section="abis" />
      {abis === undefined || abis.length === 0 ? (
        <p className={PANEL_NOTE}>
          {abis === undefined
            ? "ABIs could not be read: Firn’s API does not answer."
            : "No ABI has been added here. Verified source code, and files in the folder that FIRN_LABELS names, need none."}
        </p>
      ) : (
        <Table caption="ABIs" columns={COLUMNS} look="lines">
          {abis.map((abi) => (
            <AbiRow key={`${abi.evmChainId} ${abi.address}`} {...abi} />
          ))}
        </Table>
      )}
      <AddForm section="abis" action="addAbi" word="Add ABI">
        <AddField name="chainId" label="Chain" placeholder="43114" size={8} />
        <AddField name="address" label="Contract" placeholder="0x…" size={24} />
        <AddField name="abi" label="ABI" placeholder="[{…}, …]" size={24} />
      </AddForm>
    </Panel>
  );
}

function AbiRow({ evmChainId, address, entries, addedAtMs }: GivenAbiState) {
  return (
    <Row id={`abi-${evmChainId}-${address}`}>
      <Cell at="a" wraps>
        <span className="min-w-0">
          <a
            href={hrefTo("address", { address }, { chain: undefined, tab: "read" })}
            className="font-mono text-small break-all"
          >
            {address}
          </a>{" "}
          <span className="text-ink-2">{plural(entries, "entry", "entries")}</span>
        </span>
      </Cell>
      <Cell at="c">{evmChainId}</Cell>
      <Cell at="d">
        <TimeAgo at={addedAtMs} ago />
      </Cell>
      <Cell right at="b">
        <ActionForm section="abis" action="removeAbi" fields={{ chainId: evmChainId, address }}>
          <button type="submit" className={button({ size: "small" })}>
            Remove
          </button>
        </ActionForm>
      </Cell>
    </Row>
  );
}
