import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import type { FunctionCall, ReadFunctionShape } from "@/lib/contract/firn/contracts";
import { plural } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { ArgumentList } from "../tx/arguments";
import { sayReason } from "../tx/failure-words";
import { AbiSourceWords, ADD_ABI } from "./abi-words";

/** A function that was called, what with, and what came of it. */
export interface Called {
  signature: string;
  args: readonly string[];
  /** As written; empty for the last block. */
  height: string;
  outcome: FunctionCall | Fault;
}

/** What is wrong with the block, or with the arguments: then it begins with an argument's name if it is about one. */
interface Fault {
  fault: string;
  isOfBlock?: true;
}

interface ReadViewProps {
  chain: Pick<EvmChain, "segment">;
  functions: readonly ReadFunctionShape[];
  /** Why the contract's code is not known. */
  without?: string | undefined;
  called: Called | undefined;
  /** Path of the page, and what of its query a form keeps. */
  path: string;
  kept: Readonly<Record<string, string | undefined>>;
}

/** The functions of a contract that read, each with a form; without script as well. */
export function ReadView({ functions, without, ...rest }: ReadViewProps) {
  if (functions.length === 0)
    return (
      <Panel title="Read" aside="no function known" padded>
        <p>{without ?? `No function of this contract that reads is known. ${ADD_ABI}`}</p>
      </Panel>
    );
  const isStandard = functions.every(({ from }) => from.by === "standard");
  return (
    <Panel
      title="Read"
      aside={plural(functions.length, "function")}
      note={isStandard ? `Its ABI is not known: these are functions of standards. ${ADD_ABI}` : without}
    >
      <ul>
        {functions.map((each) => (
          <li key={each.signature} className="border-line px-5 py-3 not-last:border-b max-m:px-4">
            <ReadForm entry={each} {...rest} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type ReadFormProps = Omit<ReadViewProps, "functions" | "without"> & { entry: ReadFunctionShape };

function ReadForm({ entry, chain, called, path, kept }: ReadFormProps) {
  const own = called?.signature === entry.signature ? called : undefined;
  const { fault, isOfBlock } = own !== undefined && "fault" in own.outcome ? own.outcome : {};
  const faultyAt =
    fault === undefined || isOfBlock ? -1 : entry.inputs.findIndex(({ name }) => isAbout(fault, name));
  const isElsewhere = fault !== undefined && faultyAt < 0 && !isOfBlock;
  return (
    <form action={`${path}#${anchorOf(entry)}`} method="get" id={anchorOf(entry)}>
      {Object.entries({ ...kept, fn: entry.signature }).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-mono wrap-anywhere">{entry.signature}</code>
        <span className="text-id text-ink-3">{sayOutputs(entry.outputs)}</span>
        {entry.target !== undefined && (
          <>
            <span className="text-id text-ink-3">of</span>
            <AccountLink chain={chain} account={entry.target} copy={false} />
          </>
        )}
        {entry.from.by !== "standard" && (
          <span className="text-id max-m:hidden">
            <AbiSourceWords {...entry.from} />
          </span>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-start gap-2">
        {entry.inputs.map(({ name, type }, at) => (
          <Field
            key={`${name} ${type}`}
            {...{ name: "arg", label: name, placeholder: type, value: own?.args[at] }}
            fault={at === faultyAt ? fault : undefined}
            faultId={`${anchorOf(entry)}-fault`}
          />
        ))}
        <Field
          {...{ name: "height", label: "block", placeholder: "last", value: own?.height, digits: 9 }}
          fault={isOfBlock ? fault : undefined}
          faultId={`${anchorOf(entry)}-fault`}
        />
        <button type="submit" className={button()}>
          Read<span className="sr-only"> {entry.name}</span>
        </button>
      </div>
      {isElsewhere && <p role="alert" className="mt-2 text-bad">{`${fault}.`}</p>}
      {own !== undefined && !("fault" in own.outcome) && <Outcome chain={chain} outcome={own.outcome} />}
    </form>
  );
}

/** Whether what is wrong is wrong with an argument, or with a part of it. */
function isAbout(fault: string, name: string): boolean {
  return fault.startsWith(name) && /^[ .[]/.test(fault.slice(name.length));
}

interface FieldProps {
  name: string;
  label: string;
  placeholder: string;
  value: string | undefined;
  /** Width of a field of numbers. */
  digits?: number;
  fault: string | undefined;
  faultId: string;
}

/** A field, and under it what is wrong with its value. */
function Field({ name, label, placeholder, value, digits, fault, faultId }: FieldProps) {
  const isFaulty = fault !== undefined;
  const isWide = digits === undefined;
  return (
    <div className={isWide ? "max-m:w-full" : undefined}>
      <label className={field(isWide ? { more: "max-m:w-full" } : {})}>
        <span className="text-ink-3">{label}</span>
        <input
          name={name}
          size={digits}
          inputMode={isWide ? undefined : "numeric"}
          defaultValue={value}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isFaulty}
          aria-describedby={isFaulty ? faultId : undefined}
        />
      </label>
      {isFaulty && (
        <p id={faultId} role="alert" className="text-small mt-1 max-w-65 text-bad">{`${fault}.`}</p>
      )}
    </div>
  );
}

function Outcome({ chain, outcome }: Pick<ReadViewProps, "chain"> & { outcome: FunctionCall }) {
  const { returned, output, failure, without } = outcome;
  return (
    <div role="status" className="mt-2">
      {without !== undefined && <p className="text-ink-2">{without}</p>}
      {failure !== undefined && <p className="text-bad wrap-anywhere">{`It ${sayFailed(failure)}.`}</p>}
      {output !== undefined && (
        <p className="text-ink-2">
          {output === "0x" ? "It returned nothing." : "It returned bytes that are not of these types:"}
          {output !== "0x" && <code className="font-mono text-mono wrap-anywhere"> {output}</code>}
        </p>
      )}
      {returned !== undefined &&
        (returned.length === 0 ? (
          <p className="text-ink-2">It returned nothing.</p>
        ) : (
          <ArgumentList chain={chain} args={returned} lookUp={(address) => ({ address })} />
        ))}
    </div>
  );
}

function sayFailed(failure: NonNullable<FunctionCall["failure"]>): string {
  const isHalt = failure.kind === "halted" || failure.kind === "refused";
  return `${isHalt ? "failed" : "reverted"}${sayReason(failure)}`;
}

function sayOutputs(outputs: ReadFunctionShape["outputs"]): string {
  return outputs.length === 0 ? "" : `→ ${outputs.map(({ type }) => type).join(", ")}`;
}

/** An element's id, without what a fragment may not have. */
function anchorOf({ signature }: ReadFunctionShape): string {
  return `read-${signature.replace(/\W+/g, "-")}`;
}
