import type { SearchParams } from "@/components/list/list-params";
import { AdminPage } from "./admin-page";

export default async function ConsolePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <AdminPage search={await searchParams} />;
}
