import { definePage } from "@/app/define-page";
import { AdminPage } from "../admin-page";

/** A session's own address, under which its cookie is sent. */
export default definePage("console", ({ params: { path }, search }) => (
  <AdminPage path={path} search={search} />
));
