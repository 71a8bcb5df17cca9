import { formatId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/status";
import { chainOfStream, listAcceptance, listStreams } from "../../store/queries/stream";
import type { Handler } from "../handler";
import { networkName } from "../network";
import { presentNode, presentStream } from "../present/status";

/** Newest blocks over which the acceptance lag is taken. */
const LAG_SAMPLE = 100;

export const getStatus: Handler<typeof contract.getStatus> = ({ service, read }) =>
  read(async ({ db, facts, network, schemaVersion, sizeBytes }) => {
    const streams = await listStreams(db);
    const bodies: contract.StreamStatus[] = [];
    for (const { status, checkpoint } of streams) {
      const chain = chainOfStream(status.stream);
      const newest = chain === undefined ? [] : await listAcceptance(db, chain, LAG_SAMPLE);
      bodies.push(presentStream(status, checkpoint, { newest, nowMs: service.nowMs() }));
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
      },
      node: presentNode(
        streams.map(({ status }) => status),
        { url: service.nodeUrl, version: facts.nodeVersion, nodeId: facts.nodeId },
      ),
      streams: bodies,
      store: { sizeBytes, schemaVersion },
    };
  });
