import { definePage } from "@/app/define-page";

/** Only an address: it redirects to the first chart. */
export default definePage("charts", () => null);
