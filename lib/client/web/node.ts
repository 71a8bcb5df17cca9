import "server-only";

/** What a node says of the moment, for pages made on the server. A browser bundle with this file does not build. */
export { type CurrentNode, openCurrentNode } from "../current-node";
