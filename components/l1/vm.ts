import { parseId } from "@/lib/avalanche/ids";

/** The name that VM authors encode in a VM's id: `subnetevm`. Empty if the bytes are not text. */
export function vmName(vmId: string): string {
  const bytes = parseId(vmId);
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const text = String.fromCharCode(...bytes.subarray(0, end));
  return /^[\w .-]+$/.test(text) ? text : "";
}
