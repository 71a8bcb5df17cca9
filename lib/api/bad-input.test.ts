import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAddress, formatId } from "../avalanche/ids";
import { errorBody } from "../contract/data/error";
import { type IndexedRecording, indexRecording } from "../testbed/recording";

/** A refused request about owners names the parameter and the accepted form. */

const N = "/v1/networks/fuji";
const ours = formatAddress("custom", new Uint8Array(20).fill(1));
const fuji = formatAddress("fuji", new Uint8Array(20).fill(1));
const evm = `0x${"ab".repeat(20)}`;
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => formatAddress("custom", new Uint8Array(20).fill(i % 256))).join(
    ",",
  );
const unknownId = formatId(new Uint8Array(32).fill(9));

describe("a bad request", () => {
  let indexed: IndexedRecording;

  beforeAll(async () => {
    indexed = await indexRecording("local-network");
  });
  afterAll(() => indexed.close());

  async function refusal(path: string, init?: RequestInit) {
    const response = await fetch(`${indexed.url}${path}`, init);
    const body = errorBody.parse(await response.json());
    expect(body).toMatchObject({ statusCode: response.status });
    expect(body.message).toBeTypeOf("string");
    return [response.status, body.message];
  }

  const own = formatAddress("local", new Uint8Array(20).fill(1));

  describe.each(["balances", "utxos", "lastActivityTimestampByAddresses"])("%s", (list) => {
    test.each([
      ["", "addresses must be up to 64 bech32 addresses with the network's prefix"],
      [`addresses=P-${ours}`, "this network's addresses begin with local1, not custom1"],
      [`addresses=${fuji}`, "this network's addresses begin with local1, not fuji1"],
      [`addresses=${own.slice(0, -1)}q`, "addresses must be bech32 such as local1…"],
      [`addresses=${own},${evm}`, "addresses must be bech32 such as local1…"],
      [`addresses=${own},,`, "addresses must be bech32"],
      [`addresses=${many(65)}`, "addresses must be at most 64 addresses, not 65"],
    ])("?%s", async (query, message) => {
      for (const chain of ["p-chain", "x-chain", "c-chain"])
        expect(await refusal(`${N}/blockchains/${chain}/${list}?${query}`)).toEqual([
          400,
          expect.stringContaining(message),
        ]);
    });

    test("another network, and an unknown chain", async () => {
      expect(await refusal(`/v1/networks/mainnet/blockchains/p-chain/${list}?addresses=${own}`)).toEqual([
        404,
        expect.stringContaining("this Firn serves fuji"),
      ]);
      expect(await refusal(`${N}/blockchains/${unknownId}/${list}?addresses=${own}`)).toEqual([
        404,
        expect.stringContaining("is not a chain of this Primary Network"),
      ]);
    });
  });

  test("times after the newest block", async () => {
    const path = `${N}/blockchains/p-chain/balances?addresses=${own}`;
    expect(await refusal(`${path}&blockTimestamp=9999999999`)).toEqual([
      400,
      expect.stringMatching(
        /unix seconds up to \d+, not 9999999999: that is ahead of the newest indexed block/,
      ),
    ]);
    expect((await refusal(`${path}&blockTimestamp=yesterday`))[0]).toBe(400);
  });

  test.each([
    [`p-chain/utxos?addresses=${own}&assetId=${unknownId}`, 400, "assetId goes with x-chain only"],
    [`x-chain/utxos?addresses=${own}&assetId=${unknownId}`, 404, "no asset"],
    [`x-chain/utxos?addresses=${own}&minUtxoAmount=-1`, 400, "minUtxoAmount must be a whole number"],
    [`x-chain/utxos?addresses=${own}&minUtxoAmount=18446744073709551616`, 400, "minUtxoAmount must be"],
    [`x-chain/utxos?addresses=${own}&includeSpent=yes`, 400, "includeSpent must be true or false"],
    [`x-chain/utxos?addresses=${own}&sortBy=size`, 400, "sortBy must be timestamp (of creation) or amount"],
    [`x-chain/utxos?addresses=${own}&before=${unknownId}`, 400, "before must be"],
    [`x-chain/utxos?addresses=${own}&before=${unknownId}:0`, 400, "before must name an output"],
    [`x-chain/utxos?addresses=${own}&pageToken=x`, 400, "pageToken must be the nextPageToken"],
    [`x-chain/assets/${unknownId}/transactions`, 404, "no asset"],
    [`p-chain/assets/${unknownId}/transactions`, 400, "blockchainId must be x-chain or its id"],
    ["p-chain/transactions?txTypes=BaseTx", 400, "txTypes needs addresses or l1ValidationId beside it"],
    [`x-chain/transactions?l1ValidationId=${unknownId}`, 400, "l1ValidationId goes with p-chain only"],
    [`p-chain/transactions/${unknownId}`, 404, "no P-Chain transaction"],
  ])("%s", async (path, status, message) => {
    expect(await refusal(`${N}/blockchains/${path}`)).toEqual([status, expect.stringContaining(message)]);
  });

  describe("a POST", () => {
    const path = `${N}/blockchains/p-chain/utxos`;
    const post = (body: string) =>
      fetch(`${indexed.url}${path}`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });

    test("takes more addresses than a GET, and answers the same", async () => {
      const address = indexed.recording.answers
        .filter(({ method }) => method === "platform.getBalance")
        .map(({ params }) => (JSON.parse(params) as { addresses: string[] }).addresses[0])[0];
      const locals = Array.from({ length: 500 }, (_, i) =>
        formatAddress("local", new Uint8Array(20).fill(i % 256)),
      );
      const response = await post(JSON.stringify({ addresses: [address, ...locals].join(",") }));
      expect(response.status).toBe(200);
      const single = await fetch(`${indexed.url}${path}?addresses=${address}`);
      const utxosOf = async (answer: Response) => ((await answer.json()) as { utxos: unknown[] }).utxos;
      const utxos = await utxosOf(response);
      expect(utxos.length).toBeGreaterThan(0);
      expect(utxos).toEqual(await utxosOf(single));
    });

    test("may come in pieces, as SDKs send it after a hook, but not endlessly", async () => {
      const send = (...pieces: string[]) =>
        ({ method: "POST", body: new Blob(pieces).stream(), duplex: "half" }) as RequestInit;
      const sent = await fetch(`${indexed.url}${path}`, send('{"addresses":', `"${own}"}`));
      expect(await sent.json()).toEqual({ utxos: expect.any(Array), chainInfo: expect.anything() });
      const endless = Array.from({ length: 5 }, () => " ".repeat(65_536));
      expect(await refusal(path, send(...endless))).toEqual([400, "the body must be at most 262144 bytes"]);
    });

    test.each([
      ["{", "the body must be JSON"],
      ["[]", "addresses must be up to 1024 bech32 addresses"],
      ["null", "addresses must be up to 1024 bech32 addresses"],
      ['{"addresses":7}', "addresses must be up to 1024 bech32 addresses"],
      ['{"addresses":"x"}', "addresses must be bech32 such as local1…"],
      [`{"addresses":"${"x".repeat(300_000)}"}`, "the body must be at most 262144 bytes"],
    ])("%.20s is refused", async (body, message) => {
      expect(await refusal(path, { method: "POST", body })).toEqual([400, expect.stringContaining(message)]);
    });

    test("other methods are refused by name", async () => {
      const response = await fetch(`${indexed.url}${path}`, { method: "DELETE" });
      expect([response.status, await response.text()]).toEqual([
        405,
        expect.stringContaining("does not accept DELETE"),
      ]);
    });
  });
});
