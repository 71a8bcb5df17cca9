import "server-only";

/** Firn's REST API, for pages made on the server. A browser bundle with this file does not build. */
export { type DataClient, openDataClient } from "../data";
