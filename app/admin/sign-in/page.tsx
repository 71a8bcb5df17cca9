import { definePage } from "@/app/define-page";
import { AdminPage } from "../admin-page";

/**
 * Where a sign-in link leads, also where there is a password: whoever can make a link has the machine. Being read changes
 * nothing: only its form, sent by a person, uses the link up.
 */
export default definePage("signIn", ({ search }) => <AdminPage search={search} signInMethod="link" />);
