import { definePage } from "@/app/define-page";
import { AdminPage } from "../admin-page";

/**
 * Target of a sign-in link, even if there is a password: whoever can make a link owns the machine. Opening it changes
 * nothing. Only its form, sent by a person, uses the link up.
 */
export default definePage("signIn", ({ query }) => <AdminPage search={query} signInMethod="link" />);
