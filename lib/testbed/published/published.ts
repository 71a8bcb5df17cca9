import { readFileSync } from "node:fs";
import type { Interface } from "./openapi";

/** The published interfaces that Firn serves. */
export const PUBLISHED = ["data-api", "metrics-api"] as const;
export type PublishedName = (typeof PUBLISHED)[number];

/** The facts of a published OpenAPI document, as `npm run published` extracted them. */
export function readPublished(name: PublishedName): Interface {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")) as Interface;
}
