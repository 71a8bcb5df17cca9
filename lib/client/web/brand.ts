import "server-only";

/** The explorer's name and looks, for pages made on the server. */
export { type Brand, openBrand } from "../brand";
