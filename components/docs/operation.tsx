import { CopyButton } from "@/components/ui/copy-button";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";
import { Tag } from "@/components/ui/tag";
import { type ApiDocument, type Parameter, type Served, shapeText } from "./document";
import { TryIt } from "./try-it";

/** Everything about one operation. Its anchor is its id. */
export function OperationPanel({
  served: { method, path, operation },
  document,
}: {
  served: Served;
  document: ApiDocument;
}) {
  const { schemas } = document.components;
  const [status = "", answer] =
    Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? [];
  const recorded = content?.examples?.recorded;
  const sent = operation.requestBody?.content["application/json"]?.schema;
  return (
    <Panel
      id={operation.operationId}
      title={<a href={`#${operation.operationId}`}>{operation.summary}</a>}
      actions={operation.deprecated ? <Tag>Deprecated</Tag> : undefined}
    >
      <div className="px-5 py-4 max-m:p-4">
        <p className="font-mono text-meta wrap-anywhere">
          {method} {path}
        </p>
        {operation.description !== undefined && <p className="mt-2 text-ink-2">{operation.description}</p>}
      </div>
      {operation.parameters.length > 0 && <Parameters parameters={operation.parameters} />}
      <p className={LINES}>
        {Object.entries(operation.responses)
          .map(
            ([code, { description }]) =>
              `${code} ${code === status && type !== undefined ? type : description}`,
          )
          .join(", ")}
      </p>
      {sent !== undefined && <Text name="Shape of the body">{shapeText(sent, schemas)}</Text>}
      {content?.schema !== undefined && (
        <Text name="Shape of the answer">{shapeText(content.schema, schemas)}</Text>
      )}
      {recorded !== undefined && (
        <Text name={`Recorded answer of ${recorded.summary}`}>
          {JSON.stringify(recorded.value, undefined, 2)}
        </Text>
      )}
      {operation["x-codeSamples"].map(({ label, source }) => (
        <Text key={label} name={`With ${label}`} copies>
          {source}
        </Text>
      ))}
      {method === "GET" && type === "application/json" && FORWARDED.test(path) && (
        <TryIt name={operation.operationId} path={path} parameters={operation.parameters.map(toField)} />
      )}
    </Panel>
  );
}

/** Addresses of the API that the web answers too. */
const FORWARDED = /^\/(v1|v2|firn\/v1)\//;

function toField({ name, in: place, required, example }: Parameter) {
  return { name, place, required, value: example === undefined ? "" : String(example) };
}

/** One line each: a table of them all would be most of the page. */
function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <ul className={LINES} aria-label="Parameters">
      {parameters.map(({ name, in: place, required, description, schema }) => (
        <li key={name} className="wrap-anywhere">
          <code className="font-mono text-meta">{name}</code> in {place}
          {required && ", required"}: {description}
          {schema.default !== undefined && ` (${String(schema.default)} by default)`}
        </li>
      ))}
    </ul>
  );
}

const LINES = "border-t border-line px-5 py-3 text-id max-m:px-4";

/** The shapes that others name. */
export function ShapesPanel({ shapes }: { shapes: [string, string][] }) {
  return (
    <Panel title="Shapes" aside={String(shapes.length)}>
      {shapes.map(([name, text]) => (
        <Text key={name} name={name}>
          {text}
        </Text>
      ))}
    </Panel>
  );
}

/** A text that opens. Without script too. */
function Text({ name, copies = false, children }: { name: string; copies?: boolean; children: string }) {
  return (
    <details className={PANEL_NOTE}>
      <summary className="cursor-pointer wrap-anywhere">{name}</summary>
      {copies && <CopyButton value={children} label={name} />}
      <RawText name={name}>{children}</RawText>
    </details>
  );
}
