import { definePage } from "@/app/define-page";

/** Only an address: it leads to the first of the charts. */
export default definePage("charts", () => null);
