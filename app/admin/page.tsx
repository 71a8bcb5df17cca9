import type { SearchParams } from "@/components/list/list-params";
import { AdminPage } from "./admin-page";

/** The address to remember: a browser that is signed in goes on from here to its session's own. */
export default async function DoorPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <AdminPage search={await searchParams} />;
}
