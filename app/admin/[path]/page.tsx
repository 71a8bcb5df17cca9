import { notFound } from "next/navigation";
import type { SearchParams } from "@/components/list/list-params";
import { SESSION_PATH } from "@/lib/contract/operator/access";
import { AdminPage } from "../admin-page";

interface PageProps {
  params: Promise<{ path: string }>;
  searchParams: Promise<SearchParams>;
}

/** A session's own address, under which its cookie is sent. */
export default async function SessionPage({ params, searchParams }: PageProps) {
  const { path } = await params;
  if (!SESSION_PATH.test(path)) notFound();
  return <AdminPage path={path} search={await searchParams} />;
}
