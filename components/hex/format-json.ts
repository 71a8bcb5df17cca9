import type { Json } from "@/lib/avalanche/codec/layout";

/**
 * JSON text, indented by two. 64-bit integers are bare numbers, as the node writes them. Short lists stay on one line.
 */
export function formatJson(value: Json | undefined, indent = ""): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object" || item === null)) {
      const line = `[${value.map((item) => formatJson(item)).join(", ")}]`;
      if (line.length <= 80) return line;
    }
    return `[\n${value.map((item) => inner + formatJson(item, inner)).join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${formatJson(member, inner)}`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}
