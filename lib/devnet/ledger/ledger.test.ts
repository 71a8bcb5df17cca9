import { beforeAll, describe, expect, it } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatId, stripChecksum } from "../../avalanche/ids";
import { decodeUtxo, utxoId } from "../../avalanche/utxo/utxo";
import { parseLossless, stringifyLossless } from "../../contract/rpc";
import { type ChainRig, openRig } from "../../testbed/devnet";
import { openRecording, type RecordedAnswer, type Recording } from "../recording";

/** Every recorded answer of a real node on P, X and atomic transactions must follow from genesis and blocks. */

type Json = Record<string, unknown>;

/** The only differences allowed, each limited to the methods whose answers may have it. */
const ALLOWED: { why: string; methods: RegExp; apply: (result: Json) => Json }[] = [
  {
    why: "the node keeps the outputs of one block in a Go map, without order, so lists of UTXOs are sets",
    methods: /^(platform|avm|avax)\.(getUTXOs|getBalance|getRewardUTXOs)$/,
    apply: (result) => ({
      ...result,
      ...endOfList(result),
      ...(Array.isArray(result.utxos) && { utxos: sorted(result.utxos) }),
      ...(Array.isArray(result.utxoIDs) && { utxoIDs: sorted(result.utxoIDs) }),
    }),
  },
  {
    why: "the node sums balances in a Go map",
    methods: /^avm\.getAllBalances$/,
    apply: (result) => ({ ...result, balances: sorted(result.balances as unknown[]) }),
  },
  {
    why: "a node's own genesis has null for empty lists until it is read back from the database",
    methods: /^avm\.(getTx|getBlockByHeight)$/,
    apply: (result) =>
      parseLossless(stringifyLossless(result).replace(/"(txs|credentials)":null/g, '"$1":[]')) as Json,
  },
];

/** `endIndex` names the last item of a list. Replaced by a fixed text. */
function endOfList(result: Json): Json {
  const last = (result.utxos as string[] | undefined)?.at(-1);
  const end = result.endIndex as { address: string; utxo: string } | undefined;
  if (last === undefined || end === undefined) return {};
  const { txId, outputIndex } = decodeUtxo(stripChecksum(fromHex(last)));
  const isLast = end.utxo === formatId(utxoId(txId, outputIndex));
  return { endIndex: isLast ? { ...end, utxo: "the last of the list" } : end };
}

function sorted(values: readonly unknown[]): unknown[] {
  const text = (value: unknown) => stringifyLossless(value);
  return [...values].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

/** A reply as text, without the differences that its method is allowed. */
function comparable(method: string, reply: { result?: unknown; error?: unknown }): string {
  if (reply.error !== undefined) return `error: ${reply.error}`;
  const allowed = ALLOWED.filter(({ methods }) => methods.test(method));
  return stringifyLossless(allowed.reduce((result, { apply }) => apply(result), reply.result as Json));
}

const OURS = /^\/ext\/bc\/(P|X|C\/avax)$/;

/** Answers that differ from those recorded at the last heights. */
async function differences(recording: Recording, rig: ChainRig): Promise<unknown[]> {
  const isAtHead = ({ path, height }: RecordedAnswer) =>
    height === undefined || height === rig.history.height(path.split("/")[3] as "P" | "X" | "C");
  const asked = recording.answers.filter((answer) => OURS.test(answer.path) && isAtHead(answer));
  expect(asked.length).toBeGreaterThan(800);
  const different: unknown[] = [];
  for (const { method, params, reply } of asked) {
    const recorded = parseLossless(reply) as { result?: unknown; error?: { message: string } };
    const said = recorded.error === undefined ? recorded : { error: recorded.error.message };
    // Unknown methods and bad parameters are answered by the layer around the ledger.
    if (/^(rpc: can't find|couldn't unmarshal)/.test(recorded.error?.message ?? "")) continue;
    const given = (await rig.ask(method, parseLossless(params) as Json)) ?? {};
    const expected = comparable(method, said);
    const actual = comparable(method, given);
    if (expected !== actual) different.push({ method, params, expected, actual });
  }
  return different;
}

describe.each(["custom-network", "local-network"])("the state of %s", (name) => {
  let recording: Recording;
  let rig: ChainRig;

  beforeAll(async () => {
    recording = await openRecording(name);
    rig = openRig(recording);
  });

  it("returns every answer that was recorded at its last heights", async () => {
    expect(await differences(recording, rig)).toEqual([]);
  });

  it("returns them if the P-Chain imports before the others export", async () => {
    const ahead = openRig(recording, { X: 0, C: 0 });
    while (ahead.history.acceptNext() !== undefined);
    expect(await differences(recording, ahead)).toEqual([]);
  });

  it("returns for a height the validators it had when that height was the last", async () => {
    const growing = openRig(recording, "manual");
    const sets = new Map<number, string>();
    do {
      const set = await growing.result("platform.getAllValidatorsAt", { height: "proposed" });
      sets.set(growing.history.height("P"), stringifyLossless(set));
    } while (growing.history.acceptNext() !== undefined);
    for (const [height, set] of sets) {
      expect(stringifyLossless(await rig.result("platform.getAllValidatorsAt", { height }))).toBe(set);
    }
    expect(new Set(sets.values()).size).toBeGreaterThan(10);
  });
});

describe("a chain whose bytes contradict each other", () => {
  it("stops, and the others continue", async () => {
    const recording = structuredClone(await openRecording("local-network"));
    const [first, second] = recording.containers["P/block"];
    if (first && second) second.bytes = first.bytes;
    const { ask, history } = openRig(recording);
    expect(await ask("platform.getCurrentSupply")).toEqual({
      error: expect.stringMatching(/has the parent/),
    });
    expect(await ask("platform.getHeight")).toEqual({ result: { height: String(history.height("P")) } });
    expect(
      await ask("avm.getAllBalances", { address: "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u" }),
    ).toEqual({
      result: { balances: [{ asset: "AVAX", balance: "299985579994000000" }] },
    });
  });
});
