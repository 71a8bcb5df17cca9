import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, permanentRedirect, redirect } from "next/navigation";
import type { ComponentType } from "react";
import { cardOf } from "@/components/layout/card";
import {
  decodeSegment,
  hrefTo,
  type PageName,
  type Requested,
  type SearchParams,
} from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { isAbsent } from "./existence";
import { ownOrigin } from "./own-origin";
import { type Found, findPage, type QueryValue, readQuery } from "./pages";
import { brand } from "./server";

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
    if (isAbsent(existence)) notFound();
    if ("href" in existence)
      return existence.status === 308 ? permanentRedirect(existence.href) : redirect(existence.href);
    return <Page {...propsOf(requested, existence)} />;
  };
}

/** What a link to the page says elsewhere: the thing first, with an image of it. */
async function describePage<N extends PageName>(requested: Requested<N>, title: string): Promise<Metadata> {
  const card = cardOf(requested);
  if (card === undefined) return {};
  const asked = await headers();
  const { pathname } = new URL(asked.get("x-firn-url") ?? "/", "http://firn");
  const about = `${card.kind} ${card.name}`;
  const description = `${title}${title.includes(card.name) ? "" : `. ${about}`}, as this Firn’s own node sees it.`;
  const image = { url: hrefTo("card", {}, { of: pathname }), width: 1200, height: 630, alt: about };
  return {
    metadataBase: new URL(await ownOrigin()),
    description,
    openGraph: { title, description, siteName: brand().name, type: "website", images: [image] },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

/** The title and description of such a page. A missing page has the resolver's. */
export function defineTitle<N extends PageName>(
  name: N,
  titleOf: (props: PageProps<N>) => string | Promise<string>,
) {
  return async function generateMetadata(props: NextProps): Promise<Metadata> {
    const requested = await readProps(name, props);
    const existence = await findPage(requested);
    if (isAbsent(existence) || "href" in existence) return { title: "Not found here" };
    const shown = propsOf(requested, existence);
    const card = cardOf(requested);
    // What could not be read still has its kind and its id.
    const isUnread = shown.found instanceof FirnError && card !== undefined;
    const title = isUnread ? `${card.kind} ${card.name}` : await titleOf(shown);
    return { title, ...(await describePage(requested, title)) };
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
