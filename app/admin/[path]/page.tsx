import { definePage } from "@/app/define-page";
import { AdminPage } from "../admin-page";

/** A session's own address, which its cookie is sent to. */
export default definePage("console", ({ params: { path }, query }) => (
  <AdminPage path={path} search={query} />
));
