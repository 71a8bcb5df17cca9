import type { Metadata } from "next";
import { notFound, permanentRedirect, redirect } from "next/navigation";
import type { ComponentType } from "react";
import { decodeSegment, type PageName, type Requested, type SearchParams } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { type Found, findPage, type QueryValue, readQuery } from "./pages";

/** Props of a page in the table. */
export interface PageProps<N extends PageName> extends Omit<Requested<N>, "search"> {
  /** What the query means. */
  query: QueryValue<N>;
  /** What the page shows, or why it could not be read. */
  found: Found<N> | FirnError;
}

/** Props from Next: parameters are not decoded. */
interface NextProps {
  params: Promise<Record<string, string>>;
  searchParams: Promise<SearchParams>;
}

/** A page of the table of addresses, as the default export of its folder's `page.tsx`. */
export function definePage<N extends PageName>(name: N, Page: ComponentType<PageProps<N>>) {
  return async function DefinedPage(props: NextProps) {
    const requested = await readProps(name, props);
    const existence = await findPage(requested);
    // The proxy has already answered both, unless something changed since.
    if (existence === "missing") notFound();
    if ("href" in existence)
      return existence.status === 308 ? permanentRedirect(existence.href) : redirect(existence.href);
    return <Page {...propsOf(requested, existence)} />;
  };
}

/** The title of such a page. A missing page has the resolver's. */
export function defineTitle<N extends PageName>(
  name: N,
  titleOf: (props: PageProps<N>) => Metadata["title"] | Promise<Metadata["title"]>,
) {
  return async function generateMetadata(props: NextProps): Promise<Metadata> {
    const requested = await readProps(name, props);
    const existence = await findPage(requested);
    if (existence === "missing" || "href" in existence) return { title: "Not found here" };
    return { title: await titleOf(propsOf(requested, existence)) };
  };
}

function propsOf<N extends PageName>(
  requested: Requested<N>,
  existence: { found: Found<N> } | FirnError,
): PageProps<N> {
  const { page, params } = requested;
  const found = existence instanceof FirnError ? existence : existence.found;
  // A malformed query was "missing".
  return { page, params, query: readQuery(requested) as QueryValue<N>, found };
}

async function readProps<N extends PageName>(
  page: N,
  { params, searchParams }: NextProps,
): Promise<Requested<N>> {
  const texts = Object.entries(await params).map(([name, text]) => [name, decodeSegment(text)]);
  // Next names the parameters by folder. A test holds folders and table together.
  return { page, params: Object.fromEntries(texts), search: await searchParams };
}
