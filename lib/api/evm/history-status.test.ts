import { describe, expect, it } from "vitest";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";
import { readEvmStream } from "../../store/queries/evm/stream";
import type { IndexedChains } from "../../testbed/evm/indexed";
import { CHAIN, DAY, FIRST, HOUR, MISSING, partChainOfFile, START } from "../../testbed/evm/part-chain";
import { readHeightOnL1s, readOnEvm } from "../firn/search-readings-evm";
import type { EvmContext } from "../handler";
import { openEvmNodes } from "../node/evm-node";
import { presentEvmStream } from "../present/evm/stream";
import { openEvmChains } from "../snapshot/evm";
import { countedTime } from "./history";

const { chain, whole, part, setHistory } = await partChainOfFile();

describe("a partial history in status and search", () => {
  const EVM_NODES = openEvmNodes([], Date.now);
  const present = (firn: IndexedChains, facts: EvmFacts = {}) => {
    const chains = openEvmChains(firn.stores, EVM_NODES);
    const reading = chains.read(String(CHAIN), async ({ db, history, ...chain }) => {
      const stream = await readEvmStream(db, 10);
      if (stream.status === undefined) throw new Error("the chain has no status");
      const node = { answers: true };
      const counted = await countedTime({ db, history });
      const known = {
        ...stream,
        status: stream.status,
        history,
        counted,
        node,
        entry: {},
        beatAtMs: Date.now(),
      };
      return presentEvmStream({ ...known, facts: { ...chain.facts, ...facts } }, Date.now());
    });
    return reading.finally(() => chains.close());
  };

  it("is told with its first block, how many are to go, and what figures count", async () => {
    const missing = await present(part);
    expect(missing.evm?.history).toEqual({
      firstBlock: 4,
      older: "missing",
      countedFrom: 4,
      countedSince: START + 20 * HOUR + 1,
    });
    expect(missing.notice).toBe(
      "lists begin at block 4, figures count blocks from 4 on: the node does not have older blocks",
    );
    await setHistory({ firstHeight: FIRST, older: "wanted", countedFrom: 6 });
    const arriving = await present(part);
    expect(arriving.evm?.history).toEqual({
      firstBlock: 4,
      older: "wanted",
      olderToGo: 4,
      countedFrom: 6,
      countedSince: START + DAY + HOUR + 1,
    });
    expect(arriving.notice).toMatch(/blocks from 6 on: older blocks are still being read, 4 to go$/);
    // Blocks that nodes accept begin at 1 on the C-Chain.
    const ofC = await present(part, { subnetId: formatId(PRIMARY_NETWORK_ID) });
    expect(ofC.evm?.history?.olderToGo).toBe(3);
    await setHistory({ ...MISSING, countedTo: 7 });
    const counting = await present(part);
    expect(counting.evm?.history).toMatchObject({
      countedFrom: 4,
      countedTo: 7,
      countedBefore: START + 2 * DAY + HOUR,
    });
    expect(counting.notice).toMatch(/figures count blocks 4 to 7: the node does not have older blocks$/);
  });

  it("is absent from the status of a chain that is whole", async () => {
    const stream = await present(whole);
    expect(stream.evm).not.toHaveProperty("history");
    expect(stream.notice).toBeUndefined();
  });

  it("leaves open whether a hash, an address or a height that was not found exists", async () => {
    const search = async (firn: IndexedChains, text: string) => {
      const chains = openEvmChains(firn.stores, EVM_NODES);
      const terms = { labels: {}, prices: {}, currency: "usd", dialect: {}, pageTokens: {} };
      const readEvm = <T>(id: string, work: (context: EvmContext) => Promise<T>) =>
        chains.read(id, (snapshot) => work({ ...terms, ...snapshot } as EvmContext));
      const read = /^\d+$/.test(text) ? readHeightOnL1s : readOnEvm;
      const [reading] = await read(text, { readEvm, evmChains: chains });
      await chains.close();
      return reading;
    };
    const older = String(chain.blocks[2]?.transactions[0]?.hash);
    expect(await search(whole, older)).toMatchObject({ found: "yes" });
    const nobody = `0x${"99".repeat(20)}`;
    for (const text of [older, nobody])
      expect(await search(part, text)).toMatchObject({
        found: "not-indexed",
        detail: `Firn cannot tell: it does not have EVM chain ${CHAIN} blocks before 4`,
      });
    expect(await search(whole, nobody)).toMatchObject({ found: "no" });
    expect(await search(whole, "2")).toMatchObject({ found: "yes" });
    expect(await search(part, "2")).toMatchObject({
      found: "not-indexed",
      detail: "Blocks before 4 are not in this index",
    });
    expect(await search(part, "99")).toMatchObject({ found: "impossible" });
  });
});
