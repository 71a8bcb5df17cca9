import { redirect } from "next/navigation";
import type { SearchParams } from "@/components/list/list-params";
import { FirnError } from "@/lib/errors";
import { AdminPage } from "../admin-page";
import { readPanel } from "../session";

/** Where a sign-in link leads. Being read changes nothing: only its form, sent by a person, uses the link up. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const panel = await readPanel();
  if (!(panel instanceof FirnError) && panel.state === "open") redirect("/admin");
  return <AdminPage search={await searchParams} />;
}
