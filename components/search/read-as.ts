/** What a text looks like, shown before the server answers. The server decides. */
export function readAs(text: string): string {
  const q = text.trim();
  if (/^[\d,_ ]+$/.test(q)) return "A number: heights, or an EVM chain ID";
  if (/^0x[0-9a-f]{64}$/i.test(q)) return "32 bytes of hex: an id, or an EVM hash";
  if (/^0x[0-9a-f]{40}$/i.test(q)) return "20 bytes of hex: an EVM address";
  if (/^0x/i.test(q)) return "Hex: the beginning of a hash, id or address";
  if (/^NodeID-.{32,}/i.test(q)) return "A NodeID";
  if (/^NodeID-/i.test(q)) return "The beginning of a NodeID";
  if (/^([PXC]-)?[a-z]{2,10}1[02-9ac-hj-np-z]{6,}$/i.test(q)) return "An address";
  if (/^[1-9A-HJ-NP-Za-km-z]{30,}$/.test(q)) return "cb58: a block, transaction or other id";
  return "Text: a name, or the beginning of one or of an id";
}
