import type { Metadata } from "next";
import { notFound, permanentRedirect, redirect } from "next/navigation";
import type { ComponentType } from "react";
import { decodeSegment, type PageName, type Requested, type SearchParams } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { type Found, findPage } from "./pages";

/** What a page of the table is given. */
export interface PageProps<N extends PageName> extends Requested<N> {
  /** What the page is about, or why it can't be read. */
  found: Found<N> | FirnError;
}

/** What Next hands a page: parameters as they are written, not decoded. */
interface NextProps {
  params: Promise<Record<string, string>>;
  searchParams: Promise<SearchParams>;
}

/** A page of the table of addresses, as the default export of its folder's `page.tsx`. */
export function definePage<N extends PageName>(name: N, Page: ComponentType<PageProps<N>>) {
  return async function DefinedPage(props: NextProps) {
    const requested = await readProps(name, props);
    const existence = await findPage(requested);
    if (existence instanceof FirnError) return <Page {...requested} found={existence} />;
    // The proxy has answered both before, unless something changed since.
    if (existence === "missing") notFound();
    if ("href" in existence)
      return existence.status === 308 ? permanentRedirect(existence.href) : redirect(existence.href);
    return <Page {...requested} found={existence.found} />;
  };
}

/** The title of such a page. What is not there has the one of the resolver. */
export function defineTitle<N extends PageName>(
  name: N,
  titleOf: (props: PageProps<N>) => Metadata["title"] | Promise<Metadata["title"]>,
) {
  return async function generateMetadata(props: NextProps): Promise<Metadata> {
    const requested = await readProps(name, props);
    const existence = await findPage(requested);
    if (existence instanceof FirnError) return { title: await titleOf({ ...requested, found: existence }) };
    if (existence === "missing" || "href" in existence) return { title: "Not found here" };
    return { title: await titleOf({ ...requested, found: existence.found }) };
  };
}

async function readProps<N extends PageName>(
  page: N,
  { params, searchParams }: NextProps,
): Promise<Requested<N>> {
  const texts = Object.entries(await params).map(([name, text]) => [name, decodeSegment(text)]);
  // Next names the parameters by the folders, which are those of the table by a test.
  return { page, params: Object.fromEntries(texts), search: await searchParams };
}
