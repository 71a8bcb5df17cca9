/** Views of bytes, by the name in `?raw=`. Annotated is the default. */
export const RAW_VIEWS = { annotated: "Annotated", json: "JSON", hex: "Hex" } as const;
export type RawView = keyof typeof RAW_VIEWS;

/** The view that a query names; anything unknown is the default. */
export function readRawView(text: string | string[] | undefined): RawView {
  return text === "json" || text === "hex" ? text : "annotated";
}
