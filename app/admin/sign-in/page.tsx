import type { SearchParams } from "@/components/list/list-params";
import { AdminPage } from "../admin-page";

/**
 * Where a sign-in link leads, also where there is a password: whoever can make a link has the machine. Being read changes
 * nothing: only its form, sent by a person, uses the link up.
 */
export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <AdminPage search={await searchParams} signInMethod="link" />;
}
