import { parseId } from "@/lib/avalanche/ids";

/** The name written into a VM's id, as makers of VMs do: `subnetevm`. Empty when its bytes are no text. */
export function sayVm(vmId: string): string {
  const bytes = parseId(vmId);
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const text = String.fromCharCode(...bytes.subarray(0, end));
  return /^[\w .-]+$/.test(text) ? text : "";
}
