import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openNode } from "../../client/node";
import { openRecording } from "../../devnet/recording";
import { type Devnet, serveDevnet } from "../../devnet/serve";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/**
 * Lists of stakes, validators and L1 validators: walked page by page, filtered, in both dialects, and with bad
 * requests.
 */

const NET = "/v1/networks/fuji";
const P = `${NET}/blockchains/p-chain`;
const NODE = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const ALICE = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";

/** Lists, the field with their rows, and the published name of their shape. */
const LISTS: [path: string, rows: string, shape?: string][] = [
  [`${NET}/validators?sortOrder=desc`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/validators?sortOrder=asc`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/validators?validationStatus=active`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/validators?validationStatus=completed`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/validators?sortBy=delegationCapacity`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/validators?sortBy=timeRemaining&sortOrder=asc`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/validators/${NODE}?sortOrder=asc`, "validators", "ListValidatorDetailsResponse"],
  [`${NET}/delegators?sortOrder=desc`, "delegators", "ListDelegatorDetailsResponse"],
  [`${NET}/delegators?delegationStatus=active`, "delegators", "ListDelegatorDetailsResponse"],
  [`${NET}/l1Validators?includeInactiveL1Validators=false`, "validators", "ListL1ValidatorsResponse"],
  [`${NET}/l1Validators?includeInactiveL1Validators=true`, "validators", "ListL1ValidatorsResponse"],
  ["/firn/v1/validators?sortBy=stake", "validators"],
];

type Row = Record<string, unknown>;
type Body = Row & { nextPageToken?: string };

let indexed: IndexedRecording;
let devnet: Devnet;
const SDK = { "x-firn-dialect": "sdk" };

async function get(path: string, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(indexed.url + path, { headers });
  const body = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${path}: ${body.message}`);
  return body;
}

const rowsOf = (body: Body, name: string) => body[name] as Row[];

async function rest(path: string, name: string, token: string | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageToken = token; pageToken !== undefined; ) {
    const page: Body = await get(`${path}&pageSize=1&pageToken=${pageToken}`);
    rows.push(...rowsOf(page, name));
    pageToken = page.nextPageToken;
  }
  return rows;
}

/** Every row of a list from its start on. */
async function walk(path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let token = ""; ; ) {
    const page = await get(`${path}&pageSize=3${token}`);
    rows.push(...rowsOf(page, name));
    if (page.nextPageToken === undefined) return rows;
    token = `&pageToken=${page.nextPageToken}`;
  }
}

describe("while blocks arrive", () => {
  beforeAll(async () => {
    indexed = await indexRecording("custom-network", { acceptance: "manual" });
  });
  afterAll(() => indexed.close());

  test("a walk that starts at any height gives the whole list at that height", async () => {
    const begun: { path: string; name: string; whole: Row[]; first: Row[]; token: string | undefined }[] = [];
    while (await indexed.accept(11))
      for (const [path, name] of LISTS) {
        const whole = rowsOf(await get(`${path}&pageSize=100`), name);
        const first = await get(`${path}&pageSize=1`);
        begun.push({ path, name, whole, first: rowsOf(first, name), token: first.nextPageToken });
      }
    expect(begun.filter(({ token }) => token !== undefined).length).toBeGreaterThan(40);
    for (const { path, name, whole, first, token } of begun)
      expect([...first, ...(await rest(path, name, token))], path).toEqual(whole);
  });
});

describe("at the last height", () => {
  let nowMs = Date.now;
  beforeAll(async () => {
    const recording = await openRecording("custom-network");
    devnet = await serveDevnet({ recording, port: 0, acceptance: "all" });
    indexed = await indexRecording("custom-network", { node: openNode(devnet.url), nowMs: () => nowMs() });
  });
  afterAll(async () => {
    await indexed.close();
    await devnet.close();
  });

  test("validators that end within 7 days are counted from now, not from the newest block", async () => {
    const ends = rowsOf(await get("/firn/v1/validators?sortBy=ends&sortOrder=asc&pageSize=100"), "validators")
      .map(({ endTimestamp }) => endTimestamp as number)
      .filter((end) => end !== undefined);
    const soonAt = async (now: number) => {
      nowMs = () => now * 1000;
      const { endingSoon } = await get("/firn/v1/stake").finally(() => {
        nowMs = Date.now;
      });
      return (endingSoon as { validatorCount: number }).validatorCount;
    };
    const first = ends[0] ?? Number.NaN;
    expect(await soonAt(first - 8 * 86_400)).toBe(0);
    expect(await soonAt(first - 6 * 86_400)).toBe(ends.filter((end) => end <= first + 86_400).length);
  });

  test("the number of active L1 validators is that of the last block", async () => {
    const [block] = rowsOf(await get(`${P}/blocks?pageSize=1`), "blocks");
    const { validators, blockHeight } = await get(`${NET}/l1Validators`);
    expect([blockHeight, (validators as Row[]).length]).toEqual([
      block?.blockNumber,
      block?.activeL1Validators,
    ]);
  });

  test.each(["p-chain", "x-chain", "c-chain"])(
    "blocks of a node on %s are those it signed",
    async (chain) => {
      const base = `${NET}/blockchains/${chain}`;
      const blocks: Row[] = [];
      for (let token = ""; ; ) {
        const page = await get(`${base}/blocks?pageSize=100${token}`);
        blocks.push(...rowsOf(page, "blocks"));
        if (page.nextPageToken === undefined) break;
        token = `&pageToken=${page.nextPageToken}`;
      }
      const proposerOf = ({ proposerDetails }: Row) => (proposerDetails as Row | undefined)?.proposerNodeId;
      const nodes = new Set(blocks.flatMap((block) => proposerOf(block) ?? []));
      expect(nodes.size).toBeGreaterThan(1);
      for (const node of nodes) {
        const wanted = blocks.filter((block) => proposerOf(block) === node);
        const path = `${base}/nodes/${node}/blocks?startTimestamp=0`;
        const first = await get(`${path}&pageSize=50`);
        const more = first.nextPageToken === undefined ? [] : await rest(path, "blocks", first.nextPageToken);
        expect([...rowsOf(first, "blocks"), ...more]).toEqual(wanted);
      }
    },
  );

  test.each<[path: string, rows: string, place: string, positionOf: (row: Row) => unknown]>([
    [`${NET}/validators/${NODE}?sortOrder=desc`, "validators", "before", ({ txHash }) => txHash],
    [`${NET}/delegators?sortOrder=desc`, "delegators", "before", ({ txHash }) => txHash],
    ["/firn/v1/validators?sortBy=stake", "validators", "after", ({ rank }) => rank],
    ["/firn/v1/l1s?pageSize=100", "l1s", "before", ({ subnetId }) => subnetId],
  ])("%s continues after any of its rows", async (path, name, place, positionOf) => {
    const all = rowsOf(await get(path), name);
    expect(all.length).toBeGreaterThan(1);
    for (const [index, row] of all.entries())
      expect(rowsOf(await get(`${path}&${place}=${positionOf(row)}`), name)).toEqual(all.slice(index + 1));
  });

  test("staking transactions are those whose stake was not returned yet", async () => {
    const idsOf = async (query: string) =>
      rowsOf(await get(`${P}/transactions:listStaking?pageSize=100${query}`), "transactions").map(
        ({ txHash }) => txHash,
      );
    const running = await Promise.all(
      [
        [
          `${NET}/validators?validationStatus=active&subnetId=11111111111111111111111111111111LpoYY`,
          "validators",
        ],
        [`${NET}/delegators?delegationStatus=active`, "delegators"],
      ].map(async ([path = "", name = ""]) => rowsOf(await get(path), name).map(({ txHash }) => txHash)),
    );
    const all = await idsOf("");
    expect([...all].sort()).toEqual(running.flat().sort());
    expect(await idsOf("&sortOrder=asc")).toEqual([...all].reverse());
    expect(await rest(`${P}/transactions:listStaking?sortOrder=desc`, "transactions", undefined)).toEqual([]);
    const ofAlice = rowsOf(await get(`${P}/transactions:listStaking?addresses=P-${ALICE}`), "transactions");
    expect(ofAlice.length).toBeGreaterThan(0);
    for (const tx of ofAlice) expect(JSON.stringify([tx.consumedUtxos, tx.emittedUtxos])).toContain(ALICE);
    expect(await idsOf("&txTypes=AddPermissionlessDelegatorTx")).toEqual(running[1]);
    const times = rowsOf(await get(`${P}/transactions:listStaking`), "transactions").map(
      (tx) => tx.blockTimestamp as number,
    );
    const middle = times[1] ?? 0;
    expect(await idsOf(`&endTimestamp=${middle}`)).toEqual(
      all.filter((_, index) => (times[index] ?? 0) < middle),
    );
    expect(await idsOf(`&startTimestamp=${middle}`)).toEqual(
      all.filter((_, index) => (times[index] ?? 0) >= middle),
    );
  });

  test("after any row a list of an L1 or a validation continues by the row's own name", async () => {
    const l1s = rowsOf(await get("/firn/v1/l1s?pageSize=100"), "l1s");
    let most = 0;
    for (const { subnetId } of l1s) {
      const l1 = await get(`/firn/v1/l1s/${subnetId}`);
      const validators = await walk(`/firn/v1/l1s/${subnetId}/validators?`, "validators");
      const idsOf = (rows: Row[]) => rows.map(({ validationId }) => validationId).sort();
      expect(idsOf(validators)).toEqual(idsOf(rowsOf(l1, "validators")));
      const ends = validators.map(({ runsOutTimestamp }) =>
        Number(runsOutTimestamp ?? Number.POSITIVE_INFINITY),
      );
      expect(ends).toEqual(ends.toSorted((a, b) => (a === b ? 0 : a - b)));
      for (const [index, { validationId }] of validators.entries()) {
        const path = `/firn/v1/l1s/${subnetId}/validators?after=${validationId}`;
        expect(await walk(path, "validators")).toEqual(validators.slice(index + 1));
        const life = await get(`/firn/v1/validations/${validationId}`);
        const changes = await walk(`/firn/v1/validations/${validationId}/changes?`, "changes");
        expect(changes).toMatchObject(rowsOf(life, "points"));
      }
      const changes = await walk(`/firn/v1/l1s/${subnetId}/changes?`, "changes");
      expect(changes.slice(0, 20)).toEqual(l1.changes);
      for (const [index, { height }] of changes.entries()) {
        const shown = changes.slice(0, index + 1).filter((one) => one.height === height).length;
        const path = `/firn/v1/l1s/${subnetId}/changes?before=${height}-${shown}`;
        expect(await walk(path, "changes")).toEqual(changes.slice(index + 1));
      }
      most = Math.max(most, changes.length);
    }
    expect(most).toBeGreaterThan(3);
  });

  test("after any staking transaction the current stakes continue", async () => {
    const path = `${P}/transactions:listStaking?sortOrder=desc`;
    const stakes = await walk(path, "transactions");
    expect(stakes.length).toBeGreaterThan(1);
    for (const [index, { txHash }] of stakes.entries())
      expect(await walk(`${path}&before=${txHash}`, "transactions")).toEqual(stakes.slice(index + 1));
  });

  test("filters choose, and each status has periods", async () => {
    const validators = async (query: string) =>
      rowsOf(await get(`${NET}/validators?pageSize=100&${query}`), "validators");
    const all = await validators("");
    for (const status of ["active", "completed", "removed"]) {
      const found = await validators(`validationStatus=${status}`);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(all.filter(({ validationStatus }) => validationStatus === status));
    }
    const part = NODE.slice(12, 24);
    expect(await validators(`nodeIds=${part}`)).toEqual(all.filter(({ nodeId }) => nodeId === NODE));
    const fee = await validators("minFeePercentage=4&maxFeePercentage=5");
    expect(fee).toEqual(all.filter(({ delegationFee }) => ["4", "5"].includes(String(delegationFee))));
    const roomy = await validators("minDelegationCapacity=1");
    expect(roomy.length).toBeGreaterThan(0);
    for (const { delegationCapacity } of roomy)
      expect(BigInt(String(delegationCapacity))).toBeGreaterThan(0n);
    const delegators = rowsOf(await get(`${NET}/delegators`), "delegators");
    const [address] = delegators.flatMap(({ rewardAddresses }) => rewardAddresses as string[]);
    const paid = rowsOf(await get(`${NET}/delegators?rewardAddresses=${address}`), "delegators");
    expect(paid).toEqual(
      delegators.filter(({ rewardAddresses }) => (rewardAddresses as string[]).includes(address ?? "")),
    );
  });

  test("the node's observations of validators are shown and sorted by", async () => {
    const [first, second] = rowsOf(
      await get(`${NET}/validators?sortBy=uptimePerformance&subnetId=11111111111111111111111111111111LpoYY`),
      "validators",
    );
    expect([first?.nodeId, first?.uptimePerformance, second?.uptimePerformance]).toEqual([NODE, 99.9797, 0]);
    expect(await get(`/firn/v1/validators/${NODE}`)).toMatchObject({
      uptimePercent: 99.9797,
      connected: true,
      isOwnNode: true,
    });
    expect(await get("/firn/v1/stake")).toMatchObject({ notConnectedCount: 1 });
  });

  test("the genesis of an EVM chain is its own JSON, of others the bytes", async () => {
    const genesisOf = async (chain: string) => (await get(`${NET}/blockchains/${chain}`)).genesisData;
    expect(await genesisOf("c-chain")).toMatchObject({ config: expect.anything(), alloc: expect.anything() });
    expect(await genesisOf("x-chain")).toEqual({
      encoding: "hex",
      data: expect.stringMatching(/^0x([0-9a-f]{2})+$/),
    });
    expect(await get(P)).toMatchObject({ blockchainName: "P-Chain", createBlockNumber: "-1" });
  });

  test("SDKs get the published shapes", async () => {
    const against = openPublishedShapes();
    const others = [
      [NET, "GetNetworkDetailsResponse"],
      [`${NET}/subnets`, "ListSubnetsResponse"],
      [`${NET}/blockchains`, "ListBlockchainsResponse"],
      [`${NET}/blockchains/c-chain`, "Blockchain"],
      [`${NET}/blockchains/x-chain`, "Blockchain"],
      [`${P}/nodes/${NODE}/blocks`, "ListPrimaryNetworkBlocksResponse"],
      [`${P}/transactions:listStaking`, "ListPChainTransactionsResponse"],
    ];
    const lists = LISTS.flatMap(([path, , shape]) =>
      shape === undefined ? [] : [[`${path}&pageSize=100`, shape]],
    );
    for (const [path = "", shape = ""] of [...others, ...lists])
      expect(against(shape, await get(path, SDK)), path).toBeUndefined();
  });

  test.each([
    [`${NET}/validators?sortBy=stake`, 400, "sortBy must be one of blockIndex"],
    [
      `${NET}/validators?validationStatus=completed&sortBy=timeRemaining`,
      400,
      "sortBy timeRemaining goes with validationStatus active only",
    ],
    [
      `${NET}/validators?validationStatus=removed&minTimeRemaining=1`,
      400,
      "minTimeRemaining goes with validationStatus active only, not removed",
    ],
    [
      `${NET}/validators?minFeePercentage=9&maxFeePercentage=3`,
      400,
      "minFeePercentage must be at most maxFeePercentage, not 9 with 3",
    ],
    [`${NET}/validators?minFeePercentage=1`, 400, "minFeePercentage must be percent from 2 to 100"],
    [`${NET}/validators?minDelegationCapacity=-1`, 400, "minDelegationCapacity must be nAVAX"],
    [`${NET}/validators?subnetId=abc`, 400, "subnetId must be a subnet id"],
    [`${NET}/validators?pageSize=101`, 400, "pageSize must be an integer from 1 to 100"],
    [`${NET}/validators/NodeID-abc`, 400, "nodeId must be a node id: NodeID- and 20 bytes in cb58"],
    [`${NET}/delegators?nodeIds=NodeID-abc`, 400, "nodeIds must be NodeID- and 20 bytes in cb58"],
    [
      `${NET}/delegators?delegationStatus=removed`,
      400,
      "delegationStatus must be completed, active, pending",
    ],
    [
      `${NET}/delegators?rewardAddresses=avax1srhuvfs0r6yn7jyz73pwsj0m06ewehv3`,
      400,
      "rewardAddresses must be bech32",
    ],
    [
      `${NET}/l1Validators?includeInactiveL1Validators=yes`,
      400,
      "includeInactiveL1Validators must be true or false",
    ],
    [`${NET}/l1Validators?l1ValidationId=x`, 400, "l1ValidationId must be an L1 validation id"],
    [`${NET}/l1Validators?pageToken=00000000-0000-8000-8000-000000000000`, 400, "pageToken does not belong"],
    [`${NET}/subnets/2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG`, 404, "no subnet 2YYC"],
    [`${NET}/blockchains/2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG`, 404, "no blockchain 2YYC"],
    [
      `${NET}/blockchains/x-chain/transactions:listStaking`,
      400,
      "blockchainId must be p-chain or its id, not x-chain",
    ],
    [
      `${P}/transactions:listStaking?addresses=0x0000000000000000000000000000000000000001`,
      400,
      "0x addresses are looked up on c-chain only",
    ],
    [`${P}/nodes/x/blocks`, 400, "nodeId must be a node id"],
    ["/v1/networks/mainnet", 404, "this Firn serves fuji (network id 54321), not mainnet"],
    ["/firn/v1/l1s/2tGtMYHmNHhXrXf7BQ4CX3DcupTrtPyDqA4K9oqV58x1VatV4G", 404, "is not an L1"],
    ["/firn/v1/validations/2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG", 404, "no L1 validation"],
  ])("%s is answered %i", async (path, status, message) => {
    const response = await fetch(indexed.url + path);
    const body = (await response.json()) as Body;
    expect(body).toMatchObject({ statusCode: status, message: expect.stringContaining(message) });
    expect(response.status).toBe(status);
  });

  test.each([
    [`${NET}/validators/NodeID-111111111111111111116DBWJs`, "validators"],
    [`${NET}/l1Validators?subnetId=2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG`, "validators"],
    [`${NET}/delegators?nodeIds=NodeID-111111111111111111116DBWJs`, "delegators"],
    [`${P}/nodes/NodeID-111111111111111111116DBWJs/blocks`, "blocks"],
  ])("%s matches nothing and is not an error", async (path, name) => {
    const body = await get(path);
    expect([rowsOf(body, name), body.nextPageToken]).toEqual([[], undefined]);
  });
});
