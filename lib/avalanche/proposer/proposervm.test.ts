import { expect, test } from "vitest";
import { DataError } from "../../errors";
import { concatBytes, fromHex, toHex } from "../codec/bytes";
import { formatId } from "../ids";
import { readContainers, readVectors } from "../vectors/read";
import { decodeContainer, encodeContainer } from "./proposervm";

const { samples } = readVectors<{ samples: { name: string; id: string; bytes: string }[] }>(
  "proposervm.json",
);

test.each(samples)("$name, constructed by the node's codec, reads and writes", ({ id, bytes }) => {
  const container = decodeContainer(fromHex(bytes), "p");
  expect(formatId(container.containerId)).toBe(id);
  expect(toHex(encodeContainer(container))).toBe(bytes);
  expect(
    fromHex(bytes).subarray(container.innerOffset, container.innerOffset + container.inner.length),
  ).toEqual(container.inner);
});

test("the id does not depend on the signature", async () => {
  const containers = await readContainers("custom-network", "P/block");
  const signed = containers
    .map(({ bytes }) => decodeContainer(bytes, "p"))
    .find(({ signature }) => signature !== undefined);
  if (signed?.signature === undefined) throw new Error("no container is signed");
  const other = encodeContainer({ ...signed, signature: concatBytes(signed.signature, Uint8Array.of(1)) });
  expect(decodeContainer(other, "p").containerId).toEqual(signed.containerId);
});

test("a bare P-Chain block that starts like a wrapper is recognised by reading to its end", () => {
  const { samples: blocks } = readVectors<{ samples: { name: string; bytes: string }[] }>("p-blocks.json");
  for (const { bytes } of blocks) {
    const container = decodeContainer(fromHex(bytes), "p");
    expect(container.kind).toBe("preFork");
    expect(toHex(container.inner)).toBe(bytes);
  }
});

test("a truncated or lengthened wrapper is not a container", async () => {
  const [, , container] = await readContainers("custom-network", "P/block");
  const bytes = container?.bytes ?? new Uint8Array();
  expect(() => decodeContainer(bytes.subarray(0, -1), "p")).toThrow(DataError);
  expect(() => decodeContainer(concatBytes(bytes, Uint8Array.of(0)), "p")).toThrow(DataError);
});
