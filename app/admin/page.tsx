import { definePage } from "@/app/define-page";
import { AdminPage } from "./admin-page";

/** The address to bookmark: a signed-in browser is redirected to its session's own. */
export default definePage("admin", ({ query }) => <AdminPage search={query} />);
