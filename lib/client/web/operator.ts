import "server-only";

/** The operator process, for pages made on the server. A browser bundle with this file does not build. */
export { type OperatorClient, openOperatorClient } from "../operator";
