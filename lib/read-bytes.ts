/**
 * All bytes of a stream, or undefined once there are more than `most` of them: the stream is then left, which cancels it
 * unless its iterator says otherwise.
 */
export async function readBytes(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
