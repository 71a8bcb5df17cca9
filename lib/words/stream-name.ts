/** What a stream reads, as people call it: `P-Chain`, `X-Chain transactions`, `firnl1`. */
export function streamName({
  stream,
  evm,
}: {
  stream: string;
  evm?: { name?: string | undefined } | undefined;
}): string {
  if (evm !== undefined) return evm.name ?? stream.replace(/^EVM /, "EVM chain ");
  const [letter, index] = stream.split("/");
  const chain = `${letter}-Chain`;
  if (index === "tx") return `${chain} transactions`;
  return index === "vtx" ? `${chain} vertices` : chain;
}
