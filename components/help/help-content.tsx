import type { Heading, ListItem, Nodes, Parents, Table, TableRow } from "mdast";
import Link from "next/link";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { Highlighted } from "@/components/ui/highlighted";
import { ScrollBox } from "@/components/ui/scroll-box";
import { asTyped } from "@/lib/command-names";
import { resolveLink } from "./links";
import { type HelpText, textOf } from "./markdown";
import { HELP } from "./pages";

interface HelpContentProps {
  text: HelpText;
  /** Path of the file in the repository: links are relative to it. */
  file: string;
}

/** What the page needs to know of its file while its nodes are made. */
interface Place {
  file: string;
  ids: HelpText["ids"];
  /** The last heading, which names what scrolls. */
  under: string;
}

const PROSE = "grid max-w-210 min-w-0 gap-4 text-body leading-6 *:min-w-0";

const CODE = "rounded-1 bg-sunken px-1 font-mono text-mono wrap-break-word";

const LIST = "grid gap-2 pl-5 *:min-w-0";

/** In text, colour alone does not tell a link. */
export const LINK = "underline underline-offset-3";

const CELL = "border-line px-3 py-2.5 text-left align-top first:pl-5 last:min-w-60 last:pr-5";

/** A file of the documentation as elements. Nothing in it is taken for HTML. */
export function HelpContent({ text, file }: HelpContentProps) {
  const place = { file, ids: text.ids, under: text.title };
  return <div className={PROSE}>{presentAll(text.tree, place)}</div>;
}

function presentAll(parent: Parents, place: Place): ReactNode[] {
  let { under } = place;
  return parent.children.map((node) => {
    if (node.type === "heading") under = textOf(node);
    return present(node, { ...place, under });
  });
}

function present(node: Nodes, place: Place): ReactNode {
  const key = keyOf(node);
  switch (node.type) {
    case "text":
      return node.value;
    case "html":
      return node.value === "<br>" ? <br key={key} /> : null;
    case "inlineCode":
      return (
        <code key={key} className={CODE}>
          {asTyped(node.value)}
        </code>
      );
    case "code":
      return <Code key={key} text={asTyped(node.value)} under={place.under} />;
    case "heading":
      return <HeadingLine key={key} node={node} place={place} />;
    case "paragraph":
      return <p key={key}>{presentAll(node, place)}</p>;
    case "strong":
      return <strong key={key}>{presentAll(node, place)}</strong>;
    case "emphasis":
      return <em key={key}>{presentAll(node, place)}</em>;
    case "list": {
      const items = node.children.map((item) => <Item key={keyOf(item)} node={item} place={place} />);
      return node.ordered ? (
        <ol key={key} className={LIST} style={{ listStyle: "decimal" }}>
          {items}
        </ol>
      ) : (
        <ul key={key} className={LIST} style={{ listStyle: "disc" }}>
          {items}
        </ul>
      );
    }
    case "table":
      return <Rows key={key} node={node} place={place} />;
    case "link":
      return (
        <HelpLink key={key} link={node.url} file={place.file} words={textOf(node)}>
          {presentAll(node, place)}
        </HelpLink>
      );
    case "image": {
      const target = resolveLink(node.url, place.file);
      // Images of other hosts are never asked for.
      return target.kind === "file" ? (
        // biome-ignore lint/performance/noImgElement: the file is as small as it is shown
        <img
          key={key}
          className="max-w-full rounded-2 border border-line"
          src={target.href}
          alt={node.alt ?? ""}
          loading="lazy"
        />
      ) : (
        (node.alt ?? null)
      );
    }
    default:
      return null;
  }
}

/** Where a node begins in its file. */
function keyOf({ position }: Nodes): number | undefined {
  return position?.start.offset;
}

function HeadingLine({ node, place }: { node: Heading; place: Place }) {
  const id = place.ids.get(node);
  const words = presentAll(node, place);
  const anchor = (
    <a className="text-inherit" href={`#${id}`}>
      {words}
    </a>
  );
  return node.depth < 3 ? (
    <h2 id={id} className="mt-4 text-head">
      {anchor}
    </h2>
  ) : (
    <h3 id={id} className="mt-2 text-body">
      {anchor}
    </h3>
  );
}

/** An item of one paragraph is that paragraph's words alone. */
function Item({ node, place }: { node: ListItem; place: Place }) {
  const [first, ...more] = node.children;
  return (
    <li>
      {first?.type === "paragraph" ? presentAll(first, place) : first && present(first, place)}
      {more.map((each) => (
        <div key={keyOf(each)} className="mt-2">
          {present(each, place)}
        </div>
      ))}
    </li>
  );
}

function Rows({ node, place }: { node: Table; place: Place }) {
  const [head, ...rows] = node.children;
  return (
    <ScrollBox name={`Table of ${place.under}`} className="rounded-3 border border-line bg-surface">
      <table className="w-full border-collapse text-cell leading-5">
        <thead>
          {head !== undefined && (
            <tr>
              {head.children.map((cell) => (
                <th
                  key={keyOf(cell)}
                  scope="col"
                  className={classes(CELL, "text-label font-book whitespace-nowrap text-ink-3")}
                >
                  {presentAll(cell, place)}
                </th>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} place={place} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Row({ row, place }: { row: TableRow; place: Place }) {
  return (
    <tr id={place.ids.get(row)}>
      {row.children.map((cell) => (
        <td key={keyOf(cell)} className={classes(CELL, "border-t")}>
          {presentAll(cell, place)}
        </td>
      ))}
    </tr>
  );
}

function Code({ text, under }: { text: string; under: string }) {
  return (
    <ScrollBox name={`Example of ${under}`} className="rounded-2 border border-line bg-sunken">
      <pre className="px-3 py-2 font-mono text-meta leading-5">
        {/^\{\s/.test(text) ? <Highlighted text={text} language="json" /> : text}
      </pre>
    </ScrollBox>
  );
}

interface HelpLinkProps {
  link: string;
  file: string;
  words: string;
  children: ReactNode;
}

/** A page that the text names by its file has its title here: readers of the help see no files. */
function HelpLink({ link, file, words, children }: HelpLinkProps) {
  const target = resolveLink(link, file);
  if (target.kind === "repository")
    return <span title={`${target.path} in Firn’s repository`}>{children}</span>;
  if (target.kind === "page")
    return (
      <Link className={LINK} href={target.href} prefetch={false}>
        {words.endsWith(".md") ? HELP[target.page].title : children}
      </Link>
    );
  return (
    <a className={LINK} href={target.href} rel="noreferrer">
      {children}
    </a>
  );
}
