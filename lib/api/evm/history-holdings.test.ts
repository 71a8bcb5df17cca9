import { describe, expect, it } from "vitest";
import { ask, at, CHAIN, type Json, metric, partChainOfFile } from "../../testbed/evm/part-chain";

const { chain, whole, part, coin, collection, items, state, both } = await partChainOfFile();

describe("balances of a partial history", () => {
  it("are those of the node for every token that is known to have moved", async () => {
    for (const n of [1, 2, 3]) {
      const balances = at(`/addresses/${chain.accounts[n]}/balances`);
      for (const list of [":listErc20", ":listErc721", ":listErc1155", ":listCollectibles", ":getNative"]) {
        for (const dialect of ["seed", "sdk"]) {
          const { known, all } = await both(`${balances}${list}`, dialect);
          expect(known, `${n} ${list}`).toEqual(all);
        }
      }
      const past = await both(`${balances}:listErc20?blockNumber=6`);
      expect(past.known).toEqual(past.all);
      const items = await both(`${balances}:listErc1155?blockNumber=3`);
      expect(items.known).toEqual(items.all);
    }
  });

  it("include what was received before the first block", async () => {
    const { known } = await both(at(`/addresses/${chain.accounts[0]}/balances:listErc20`));
    expect(known.erc20TokenBalances).toMatchObject([{ balance: "894" }]);
  });

  it("are listed without an amount or owner while the node does not answer", async () => {
    state.isMissing = true;
    const balances = `/addresses/${chain.accounts[2]}/balances`;
    const { body: coins } = await ask(part, at(`${balances}:listErc20`));
    const { body: cards } = await ask(part, at(`${balances}:listCollectibles`));
    const { body: forSdks } = await ask(part, at(`${balances}:listErc1155`), "sdk");
    state.isMissing = false;
    expect(coins.erc20TokenBalances).toMatchObject([{ address: expect.any(String) }]);
    expect(JSON.stringify([coins.erc20TokenBalances, cards])).not.toMatch(/"balance"|ownerAddress/);
    expect((cards.collectibleBalances as Json[]).map(({ tokenId }) => tokenId).sort()).toEqual(["1", "7"]);
    expect(forSdks.erc1155TokenBalances).toMatchObject([{ balance: "" }]);
  });
});

describe("tokens of a partial history", () => {
  it("have the owner that the node gives, and none while it gives none", async () => {
    const path = at(`/nfts/collections/${collection}/tokens`);
    for (const id of [1, 2, 4]) {
      const { known, all } = await both(`${path}/${id}`);
      expect(known).toEqual(all);
    }
    const { known, all } = await both(path);
    const tokens = (all.tokens as Json[]).filter(({ tokenId }) => tokenId !== "3");
    expect(known.tokens).toEqual(tokens);
    state.isMissing = true;
    const { body } = await ask(part, `${path}/1`);
    state.isMissing = false;
    expect(body).not.toHaveProperty("ownerAddress");
  });

  it("have a mint only if the mint is stored", async () => {
    const path = `/firn/v1/chains/${CHAIN}/nfts/${collection}`;
    const minted = await both(`${path}/4`);
    expect(minted.known.mintTxHash).toBe(minted.all.mintTxHash);
    const older = await both(`${path}/1`);
    expect(older.all.mintTxHash).toBeDefined();
    expect(older.known).not.toHaveProperty("mintTxHash");
    expect(older.known.ownerSince).toBe(older.all.ownerSince);
  });

  it("have the supply that the contract gives, and no counts of holders and transfers", async () => {
    const { known, all } = await both(`/firn/v1/chains/${CHAIN}/tokens/${coin}`);
    expect(known).toMatchObject({ totalSupply: all.totalSupply, balancesFrom: "node" });
    expect([all.holders, all.transfers]).toEqual([4, 9]);
    for (const count of ["holders", "transfers"]) expect(known).not.toHaveProperty(count);
  });

  it("have the holders that the node gives, of accounts that the known transfers name", async () => {
    for (const contract of [coin, collection]) {
      const { known, all } = await both(`/firn/v1/chains/${CHAIN}/tokens/${contract}/holders`);
      expect(known.holders, contract).toEqual(all.holders);
      expect(known).toMatchObject({ blockNumber: all.blockNumber, accountsAsked: 4 });
    }
  });

  it("have the holders of each ERC-1155 token, with amounts, page by page; an ERC-721 token has one owner", async () => {
    const { tokens } = (await ask(whole, at(`/nfts/collections/${items}/tokens`))).body;
    const lists: Json[][] = [];
    for (const { tokenId } of tokens as Json[]) {
      const path = `/firn/v1/chains/${CHAIN}/nfts/${items}/${tokenId}/holders`;
      const { known, all } = await both(path);
      // Who only moved it before the first stored block is not known there.
      for (const holder of known.holders as Json[]) expect(all.holders).toContainEqual(holder);
      expect(known.holders).not.toEqual([]);
      expect(known.accountsAsked).toBeGreaterThan(0);
      expect(all).not.toHaveProperty("accountsAsked");
      const walked: Json[] = [];
      let pageToken: string | undefined;
      do {
        const query = pageToken === undefined ? "" : `&pageToken=${pageToken}`;
        const page = await (await fetch(`${whole.url}${path}?pageSize=1${query}`)).json();
        walked.push(...page.holders);
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      expect(walked).toEqual(all.holders);
      const [{ holder: first } = {}] = walked as { holder?: { address: string } }[];
      const { body } = await ask(whole, `${path}?after=${first?.address}`);
      expect(body.holders).toEqual(walked.slice(1));
      lists.push(walked);
    }
    expect(lists.some((list) => list.length > 1)).toBe(true);
    const sums = lists.flat().map(({ balance }) => BigInt(String(balance)));
    const { totalSupply } = (await ask(whole, `/firn/v1/chains/${CHAIN}/tokens/${items}`)).body;
    expect(String(sums.reduce((sum, balance) => sum + balance, 0n))).toBe(totalSupply);
    const { status, body } = await ask(whole, `/firn/v1/chains/${CHAIN}/nfts/${collection}/1/holders`);
    expect([status, body.message]).toEqual([404, expect.stringContaining("it has one owner")]);
  });

  it("have the number of burned tokens where all transfers are known", async () => {
    const { known, all } = await both(`/firn/v1/chains/${CHAIN}/tokens/${collection}`);
    const { tokens } = (await ask(whole, at(`/nfts/collections/${collection}/tokens`))).body;
    expect(all.burned).toBe((tokens as Json[]).length - Number(all.totalSupply));
    expect(known).not.toHaveProperty("burned");
  });

  it("have no list that only all transfers give: the answer says why and what to do", async () => {
    const paths = [
      `/firn/v1/chains/${CHAIN}/tokens/${items}/holders`,
      metric(`contracts/${collection}/nfts:listHolders`),
      metric(`contracts/${coin}/balances?threshold=0`),
    ];
    for (const path of paths) {
      expect((await ask(whole, path)).status).toBe(200);
      const { status, body } = await ask(part, path);
      expect(status, path).toBe(503);
      expect(String(body.message)).toMatch(
        /^(holders of a collection|balances over time) are not known while Firn has only part of the history of chain 77777: the node does not have older blocks: let Firn read/,
      );
    }
  });
});
