import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { STACK } from "@/components/ui/layout";
import { escapeShapeless } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import { Cell, Row, Table } from "@/components/ui/table";
import type { EvmContractFacts } from "@/lib/contract/firn/contracts";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits, plural } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { CodeSize } from "../code-size";
import { ArgumentList } from "../tx/arguments";
import { AbiSourceWords, ADD_ABI } from "./abi-words";

interface CodeViewProps {
  chain: Pick<EvmChain, "segment">;
  facts: EvmContractFacts;
  /** How a proxy's target changed. */
  changes: ReactNode;
  /** Its verified sources. */
  source: ReactNode;
}

/** What a contract is: its code and creation, what it runs as a proxy, what is known of its ABI. */
export function CodeView({ chain, facts, changes, source }: CodeViewProps) {
  const { code, without } = facts;
  return (
    <div className={STACK}>
      <Panel title="Contract" {...(without !== undefined && { aside: "not all known", note: without })}>
        <KeyValue>
          <ProxyRows chain={chain} facts={facts} />
          {facts.standards.length > 0 && (
            <Fact label="Standards" aside="by the functions in its code">
              {facts.standards.map(sayStandard).join(", ")}
            </Fact>
          )}
          <CreationRows chain={chain} facts={facts} />
          {code !== undefined && <CodeRows code={code} />}
          {facts.code?.size !== 0 && (
            <Fact label="ABI">
              {facts.abi === undefined ? (
                <span className="text-ink-2">{`Not known. ${ADD_ABI}`}</span>
              ) : (
                <AbiSourceWords {...facts.abi} />
              )}
            </Fact>
          )}
        </KeyValue>
      </Panel>
      {changes}
      {source}
      <Methods facts={facts} />
      {code !== undefined && code.size > 0 && (
        <Panel title="Bytecode" actions={<CopyButton value={code.bytes} label="bytecode" />}>
          <RawText name="Runtime bytecode in hex">{code.bytes}</RawText>
        </Panel>
      )}
    </div>
  );
}

/** A standard in words; vaults and wrapped coins by what they are. */
function sayStandard(standard: EvmContractFacts["standards"][number]): string {
  if (standard === "ERC-4626") return "ERC-4626 vault";
  return standard === "wrapped coin" ? "Wrapped coin" : standard;
}

type PartProps = Omit<CodeViewProps, "changes" | "source">;

function ProxyRows({ chain, facts: { proxy } }: PartProps) {
  if (proxy === undefined) return null;
  const { kind, targets, beacon, admin } = proxy;
  return (
    <>
      <Fact label="Proxy" aside="after the node’s last block">
        {kind === "beacon" ? "EIP-1967, by a beacon" : kind === "diamond" ? "Diamond, EIP-2535" : kind}
      </Fact>
      <Fact label={kind === "diamond" ? "Facets" : "Runs the code of"}>
        {targets.length === 0 ? (
          <span className="text-ink-3">not known: its beacon names none</span>
        ) : (
          <ul>
            {targets.map(({ contract, functionCount, abi }) => (
              <li key={contract.address} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <AccountLink chain={chain} account={contract} />
                {functionCount !== undefined && (
                  <span className="text-id text-ink-3">{plural(functionCount, "function")}</span>
                )}
                {abi !== undefined && <AbiSourceWords {...abi} />}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {beacon !== undefined && (
        <Fact label="Beacon">
          <AccountLink chain={chain} account={beacon} />
        </Fact>
      )}
      {admin !== undefined && (
        <Fact label="Admin">
          <AccountLink chain={chain} account={admin} />
        </Fact>
      )}
    </>
  );
}

function CreationRows({ chain, facts: { creation, constructorArguments, contract } }: PartProps) {
  if (creation === undefined)
    return (
      <Fact label="Creation">
        <span className="text-ink-3">not known: in the genesis, or in no indexed trace</span>
      </Fact>
    );
  return (
    <>
      <Fact label="Creator">
        <AccountLink chain={chain} account={creation.deployer} />
        {creation.creator !== undefined && (
          <>
            <span className="text-id text-ink-3">by the contract</span>
            <AccountLink chain={chain} account={creation.creator} />
          </>
        )}
      </Fact>
      <Fact label="Created in">
        <HashLink
          value={creation.txHash}
          href={hrefTo("tx", { chain: chain.segment, id: creation.txHash })}
          label="transaction"
        />
      </Fact>
      {constructorArguments !== undefined && constructorArguments.bytes.length > 2 && (
        <Fact label="Constructor">
          {constructorArguments.args === undefined ? (
            <code className="font-mono text-mono wrap-anywhere">{constructorArguments.bytes}</code>
          ) : (
            <ArgumentList
              chain={chain}
              args={constructorArguments.args}
              lookUp={(address) => ({ address })}
              contract={contract}
            />
          )}
        </Fact>
      )}
    </>
  );
}

function CodeRows({ code }: { code: NonNullable<EvmContractFacts["code"]> }) {
  if (code.size === 0)
    return (
      <Fact label="Code">
        <CodeSize bytes={0} />
      </Fact>
    );
  return (
    <>
      <Fact label="Code">
        <CodeSize bytes={code.size} />
      </Fact>
      <Fact label="Code hash">
        <code className="font-mono text-mono wrap-anywhere">{code.hash}</code>
      </Fact>
      {code.compiler !== undefined && (
        <Fact label="Compiler" aside="as its metadata says">
          {escapeShapeless(code.compiler)}
        </Fact>
      )}
      {code.source !== undefined && (
        <Fact label="Source hash" aside={code.source.kind}>
          <code className="font-mono text-mono wrap-anywhere">{code.source.hash}</code>
        </Fact>
      )}
    </>
  );
}

function Methods({ facts: { methods, countedTransactions } }: Pick<PartProps, "facts">) {
  if (methods.length === 0) return null;
  return (
    <Panel title="Functions called most" aside={`in its last ${plural(countedTransactions, "transaction")}`}>
      <Table
        caption="Functions called most"
        look="plain"
        columns={[{ label: "Function" }, { label: "Calls", right: true }]}
      >
        {methods.map(({ methodHash, methodName, count }) => (
          <Row key={methodHash} plain>
            <Cell at="row" wraps>
              <code className="font-mono text-mono wrap-anywhere">
                {escapeShapeless(methodName ?? (methodHash || "no function: a payment"))}
              </code>
            </Cell>
            <Cell at="row" right>
              {groupDigits(count)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
