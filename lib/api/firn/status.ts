import { formatId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/status";
import type { RegistryEntry } from "../../store/bookkeeping/chain-registry";
import { readBeat } from "../../store/bookkeeping/lease";
import type { Verification } from "../../store/bookkeeping/verification";
import { SCHEMA_VERSIONS } from "../../store/migrate";
import { readEvmStream } from "../../store/queries/evm/stream";
import { chainOfStream, listAcceptance, listStreams } from "../../store/queries/stream";
import { UNKNOWN_TIME } from "../../store/rows/columns";
import { storeIdOf } from "../../store/store-id";
import { countedTime } from "../evm/history";
import type { Handler, Service } from "../handler";
import { presentComingChain, presentEvmStream } from "../present/evm/stream";
import { presentNode, presentStream } from "../present/network/status";
import { PACE_SAMPLE, paceOf } from "../present/network/stream-pace";
import { chainOfCode } from "../request/chains";
import { networkName } from "../request/network";
import type { EvmChains, EvmSnapshot } from "../snapshot/evm";
import type { PrimarySnapshot } from "../snapshot/primary";

/** Newest blocks that the acceptance lag is computed from. */
const LAG_SAMPLE = 100;
/** As everywhere: first the chain that creates the others. */
const CHAIN_ORDER = "PXC";

export const getStatus: Handler<typeof contract.getStatus> = (request) => readStatus(request);

/** What the status is put together from. */
export interface StatusSource {
  service: Pick<Service, "version" | "nodeUrl" | "nowMs" | "nodeHealth" | "stores"> & {
    images: Pick<Service["images"], "schemes">;
  };
  read<T>(work: (snapshot: PrimarySnapshot) => Promise<T>): Promise<T>;
  readEvm<T>(chainId: string, work: (snapshot: EvmSnapshot) => Promise<T>): Promise<T>;
  evmChains: Pick<EvmChains, "list" | "registry" | "nodes">;
}

/** What is indexed and how fresh it is. @throws NodeError NOTHING_INDEXED */
export async function readStatus({
  service,
  read,
  readEvm,
  evmChains,
}: StatusSource): Promise<contract.FirnStatus> {
  const evmStreams = await listEvmStreams({ service, readEvm, evmChains });
  const health = await service.nodeHealth();
  const { schemes } = service.images;
  const candidates = await service.stores.readKnownNodes();
  const servers = await service.stores.servers();
  const sizes = await Promise.all((await service.stores.list()).map((id) => service.stores.size(id)));
  return read(async ({ db, facts, genesis, network, gaps, pageTokenKey }) => {
    const damaged = await service.stores.readFoundDamage();
    const verified = await service.stores.readVerification();
    const order = ({ status }: { status: { stream: string } }) =>
      CHAIN_ORDER.indexOf(status.stream.charAt(0));
    const streams = (await listStreams(db)).sort((a, b) => order(a) - order(b));
    const beatAtMs = await readBeat(db);
    const bodies: contract.StreamStatus[] = [];
    for (const { status, checkpoint } of streams) {
      // Only blocks have a time that acceptance can be compared with.
      const chain = status.stream.endsWith("/block") ? chainOfStream(status.stream) : undefined;
      const times = chain === undefined ? [] : await listAcceptance(db, chain, { limit: PACE_SAMPLE });
      const timed = times.filter(({ time }) => time !== UNKNOWN_TIME);
      const newest = timed.slice(0, LAG_SAMPLE);
      const body = presentStream(status, checkpoint, { newest, beatAtMs, nowMs: service.nowMs() });
      const gap = gaps.find((each) => each.chain === chain && each.before > 1);
      bodies.push({ ...body, ...(gap && { firstHeight: gap.before }), pace: paceOf(timed) });
    }
    return {
      version: service.version,
      network: {
        id: network.id,
        name: networkName(network.id),
        hrp: network.hrp,
        servedAs: network.servedAs,
        avaxAssetId: network.avaxAssetId && formatId(network.avaxAssetId),
        xChainId: network.xChainId && formatId(network.xChainId),
        cChainId: network.cChainId && formatId(network.cChainId),
        genesisKnown: genesis !== undefined,
      },
      node: {
        ...presentNode(
          streams.map(({ status }) => status),
          {
            url: candidates.find(({ isUsed }) => isUsed)?.url ?? service.nodeUrl,
            version: facts.nodeVersion,
            nodeId: facts.nodeId,
          },
          beatAtMs,
        ),
        ...health,
        ...(candidates.length > 0 && { candidates }),
      },
      streams: [...bodies, ...evmStreams],
      ...(gaps.length > 0 && { gaps: gaps.map((gap) => ({ ...gap, chain: chainOfCode(gap.chain).letter })) }),
      store: {
        id: storeIdOf(pageTokenKey),
        sizeBytes: sizes.reduce((sum, size) => sum + size, 0),
        schemaVersion: SCHEMA_VERSIONS.primary,
        ...(servers.length > 0 && { servers }),
        ...(damaged.length > 0 && { damaged }),
        ...(verified && { verified: presentVerification(verified) }),
      },
      ...(schemes.length > 0 && { media: [...schemes] }),
    };
  });
}

function presentVerification({ atMs, checks, differences, notChecked, first }: Verification) {
  return { timestamp: Math.floor(atMs / 1000), checks, differences, notChecked, first };
}

/** Each EVM chain as a stream: first those with a store, then those that the indexer has not identified yet. */
async function listEvmStreams({
  service,
  readEvm,
  evmChains,
}: Omit<StatusSource, "read">): Promise<contract.StreamStatus[]> {
  const registry = await evmChains.registry();
  const nowMs = service.nowMs();
  const stored = await Promise.all(
    (await evmChains.list()).map(async (known) => {
      // Of several entries with one id, the first has the store.
      const owner = registry?.find(({ evmChainId }) => evmChainId === known.evmChainId);
      const node = await evmChains.nodes.look(known);
      const { status, ...chain } = await readEvm(known.evmChainId ?? "", async ({ db, facts, history }) => ({
        facts,
        history,
        counted: await countedTime({ db, history }),
        beatAtMs: await readBeat(db),
        ...(await readEvmStream(db, PACE_SAMPLE)),
      }));
      const entry = registry === undefined ? {} : owner;
      return { owner, stream: status && presentEvmStream({ ...chain, status, entry, node }, nowMs) };
    }),
  );
  const owners = new Set(stored.map(({ owner }) => owner));
  const entries = registry ?? [];
  const hasId = (entry: RegistryEntry) =>
    entries.find(({ evmChainId }) => evmChainId === entry.evmChainId) === entry;
  const coming = entries.filter((entry) => !owners.has(entry));
  return [
    ...stored.flatMap(({ stream = [] }) => stream),
    ...coming.map((entry) => presentComingChain(entry, { hasId: hasId(entry), nowMs })),
  ];
}
