import { definePage } from "@/app/define-page";
import { AdminPage } from "./admin-page";

/** The address to remember: a browser that is signed in goes on from here to its session's own. */
export default definePage("admin", ({ search }) => <AdminPage search={search} />);
