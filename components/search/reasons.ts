import { lookedUpTo } from "@/components/address/looked-up-to";
import { cleanName } from "@/components/ui/name";
import { parseId } from "@/lib/avalanche/ids";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { decodeSegment, hrefTo } from "@/lib/contract/pages";
import { sayError } from "@/lib/words/sentence";
import { groupDigits } from "../../lib/words/format";
import { CHAINS, type Chain } from "../ui/chains";

/** One reason why something is not shown, with its likelihood. */
export interface Reason {
  title: string;
  verdict: "possible" | "unlikely" | "unchecked" | "ruledOut";
  text: string;
  /** Flags or settings that would help, ready to copy. */
  code?: string;
  /** Next step. */
  action?: { href: string; label: string };
  /** Whether it may appear if one waits. */
  mayCome?: boolean;
}

/** Content of the resolver page. Reasons come most likely first. */
export interface Resolution {
  title: string;
  /** The missing thing, as written in the address. */
  wanted?: string;
  /** Text for a search field on the page: what was searched for. */
  field?: string;
  reasons: Reason[];
  asked: string[];
}

/** `Indexed here, up to: P-Chain block 110`, of every chain, or that the status is unknown. */
export function describeIndexed(status: FirnStatus | undefined): string {
  if (status === undefined) return "Firn could not say what it indexes.";
  const l1s = status.streams.flatMap(({ evm }) => (evm?.isCChain === false ? (evm.chainId ?? []) : []));
  const heads = lookedUpTo(status, ["p", "x", "c", ...l1s]);
  return heads.length === 0
    ? "Firn has not indexed any block yet."
    : `Indexed here, up to: ${heads.join(", ")}.`;
}

export function neverValidated(nodeId: string, status: FirnStatus | undefined): Resolution {
  const isOwn = status?.node.nodeId === nodeId;
  return {
    title: isOwn ? "This Firn’s node has never validated" : "This node has never validated here",
    wanted: nodeId,
    reasons: [
      {
        title: "It follows the network without stake",
        verdict: "possible",
        text: `Firn knows a node by its stake or its validation of an L1, and has seen neither. ${describeIndexed(status)}`,
        action: { href: hrefTo("validators"), label: "See the validators" },
      },
      otherNetwork(status),
    ],
    asked: ["Firn’s store, validators by node"],
  };
}

export function noPage(pathname: string): Resolution {
  return {
    title: "There is no page at this address",
    wanted: decodeSegment(pathname),
    reasons: [
      {
        title: "The address is mistyped, or from another explorer",
        verdict: "possible",
        text: "Blocks are at /p/block/<height or id>, transactions at /p/tx/<id>. Use x or c instead of p for the other chains.",
        action: { href: hrefTo("search"), label: "Search for it" },
      },
    ],
    asked: [],
  };
}

export function noList(chain: Chain, noun: "blocks" | "txs"): Resolution {
  const isBlocks = noun === "blocks";
  return {
    title: "There is no such list",
    reasons: [
      {
        title: "A position or a filter in the address is malformed",
        verdict: "possible",
        text: isBlocks
          ? "Positions are heights (before=110); times are UTC (from=2026-11-20, to=2026-11-20T14:31)."
          : "Positions are ids or hashes of transactions; addresses are bech32 with a good checksum; types need an address.",
        action: {
          href: hrefTo(noun, { chain }),
          label: isBlocks ? "See all blocks" : "See all transactions",
        },
      },
    ],
    asked: [],
  };
}

export function missingHeight(chain: Chain, wanted: string, status: FirnStatus | undefined): Resolution {
  if (BigInt(wanted) === 0n) return missingGenesis(chain, status);
  const { name } = CHAINS[chain];
  const head = streamOf(chain, status)?.indexedHead?.height;
  const shown = groupDigits(wanted.replace(/^0+(?=\d)/, ""));
  const isAhead = head !== undefined && BigInt(wanted) > BigInt(head);
  const mayCome = isAhead || head === undefined;
  const reasons: Reason[] = [
    {
      title: "It is not accepted yet",
      verdict: mayCome ? "possible" : "ruledOut",
      text: head === undefined ? describeIndexed(status) : `The newest block here is ${groupDigits(head)}.`,
      mayCome,
      ...(head === undefined
        ? {}
        : { action: { href: hrefTo("block", { chain, id: head }), label: "Open the newest block" } }),
    },
    {
      title: "The node’s index lacks it",
      verdict: isAhead ? "ruledOut" : "possible",
      text: "An index switched on late starts late.",
    },
    otherNetwork(status),
  ];
  return {
    title: `This node has no ${name} block ${shown}`,
    reasons: isAhead ? reasons : rank(reasons),
    asked: ["Firn’s store, blocks by height"],
  };
}

/** Every chain has a block 0, but no index holds it. */
function missingGenesis(chain: Chain, status: FirnStatus | undefined): Resolution {
  const known = status?.network.genesisKnown;
  const isUnknown = known === undefined ? "unchecked" : known ? "ruledOut" : "possible";
  const reasons: Reason[] = [
    {
      title: "The network’s genesis is not known",
      verdict: isUnknown,
      text: "No index holds block 0: it is made from the genesis. Set FIRN_GENESIS to the genesis file of this network’s nodes, then restart Firn.",
    },
  ];
  const hasBlock1 = streamOf(chain, status)?.indexedHead !== undefined;
  if (chain !== "p")
    reasons.push({
      title: "Block 1, which names it, is not indexed yet",
      verdict: status === undefined ? "unchecked" : hasBlock1 ? "ruledOut" : "possible",
      text: describeIndexed(status),
      mayCome: status !== undefined && !hasBlock1,
    });
  return {
    title: `Firn has no ${CHAINS[chain].name} block 0`,
    reasons: rank(reasons),
    asked: ["Firn’s store, blocks by height", "The network’s genesis"],
  };
}

/** Whether the node knows a transaction that no index has; undefined if it was not asked. */
export type NodeVerdict = "unknown" | "away" | undefined;

interface Missing {
  node?: NodeVerdict;
  chain: Chain;
  noun: string;
  wanted: string;
  status: FirnStatus | undefined;
}

export function missingId({ chain, noun, wanted, status, node }: Missing): Resolution {
  const fault = problemOf(wanted);
  if (fault !== undefined)
    return {
      title: `Not the id of a ${noun}`,
      wanted,
      reasons: [
        {
          title: isId(wanted)
            ? "The id has a typo: its checksum does not match"
            : "A character is wrong or missing",
          verdict: "possible",
          text: fault,
          action: { href: searchFor(wanted), label: "Search for other readings" },
        },
      ],
      asked: [],
    };
  return {
    title: `This node has no ${CHAINS[chain].name} ${noun} with that id`,
    wanted,
    reasons: rank([
      notAccepted(noun, node),
      notReadYet(status, [streamOf(chain, status)]),
      {
        title: `It is not a ${noun}`,
        verdict: "unchecked",
        text: "The same 32 bytes may name something else.",
        action: { href: searchFor(wanted), label: "Search everywhere" },
      },
      { title: "It is on another chain", verdict: "unchecked", text: describeIndexed(status) },
      otherNetwork(status),
    ]),
    asked: [`Firn’s store, ${noun}s by id`, ...askedNode(node)],
  };
}

/** That it is still to come, as far as the node was asked. */
function notAccepted(noun: string, node: NodeVerdict): Reason {
  const title = "It is not accepted yet";
  if (node === "unknown")
    return {
      title,
      verdict: "unlikely",
      text: "Your node does not know it: it is in no block and does not wait in its mempool. It may have just been sent to another node.",
      mayCome: true,
    };
  if (node === "away")
    return { title, verdict: "unchecked", text: "Your node could not be asked for it.", mayCome: true };
  const text = `A ${noun} shows up here about a second after the node accepts it.`;
  return { title, verdict: "possible", text, mayCome: true };
}

function askedNode(node: NodeVerdict): string[] {
  return node === "unknown" ? ["Your node, accepted transactions and its mempool"] : [];
}

/** That it may be in blocks older than those that Firn has of these chains. */
export function olderBlocks(streams: readonly Stream[]): Reason[] {
  return streams.flatMap(({ stream, evm }) => {
    const name = evm?.name ?? stream;
    const { history } = evm ?? {};
    if (history === undefined || history.older === "none") return [];
    const { older, firstBlock } = history;
    return [
      {
        title: `It is in an older ${name} block than Firn has`,
        verdict: "possible" as const,
        text: `Firn has ${name} blocks from ${groupDigits(firstBlock)} on. ${older === "wanted" ? "Older blocks are still being read." : "The node does not have older blocks."}`,
        mayCome: older === "wanted",
      },
    ];
  });
}

/** Whether Firn lags behind the node on a stream that could hold it. */
function notReadYet(status: FirnStatus | undefined, streams: readonly (Stream | undefined)[]): Reason {
  const behind = streams.map((stream) => stream?.behind);
  // While the node is away its head is not known, only the last that it gave.
  const isLevel =
    behind.length > 0 && behind.every((count) => count === 0) && status?.node.reachable === true;
  const lacksOlder = streams.some((stream) => stream?.evm?.history?.older === "wanted");
  const isBehind = behind.some((count = 0) => count > 0);
  return {
    title: "Firn has not indexed its block yet",
    verdict: isBehind ? "possible" : isLevel ? "ruledOut" : "unchecked",
    text: isLevel
      ? `Firn has every ${lacksOlder ? "newer " : ""}block the node has.`
      : describeIndexed(status),
  };
}

type Stream = FirnStatus["streams"][number];

function streamOf(chain: Chain, status: FirnStatus | undefined) {
  return status?.streams.find(({ stream }) => stream === CHAINS[chain].stream);
}

/** Exports and imports are on any of the three chains, so any stream may lag. */
export function missingTransfer(wanted: string, status: FirnStatus | undefined): Resolution {
  const fault = problemOf(wanted);
  return {
    title:
      fault === undefined
        ? "This node has no transfer between chains with that id"
        : "Not the id of a transfer",
    wanted,
    reasons: [
      {
        title:
          fault === undefined ? "It is neither an export nor an import" : "A character is wrong or missing",
        verdict: "possible",
        text:
          fault ??
          "Only transactions that cross chains have this page. The same 32 bytes may name something else.",
        action: { href: searchFor(wanted), label: "Search everywhere" },
      },
      ...(fault === undefined ? [notReadYet(status, status?.streams ?? [])] : []),
    ],
    asked: fault === undefined ? ["Firn’s store, transactions by id, on all three chains"] : [],
  };
}

export function missingEvmTx(
  wanted: string,
  { chain, status, node }: { chain: string; status: FirnStatus | undefined; node: NodeVerdict },
): Resolution {
  const isC = chain === "c";
  const streams =
    status?.streams.filter(({ stream, evm }) =>
      isC ? evm?.isCChain || stream.startsWith("C/") : evm?.chainId === chain,
    ) ?? [];
  const name = isC ? "C-Chain" : (streams[0]?.evm?.name ?? `EVM chain ${chain}`);
  return {
    title: `This Firn has no ${name} transaction with that hash`,
    wanted,
    reasons: rank([
      ...olderBlocks(streams),
      notAccepted("transaction", node),
      notReadYet(status, streams),
      {
        title: "It is the hash of something else",
        verdict: "unchecked",
        text: "Blocks have hashes of the same form.",
        action: { href: searchFor(wanted), label: "Search everywhere" },
      },
      otherNetwork(status),
    ]),
    asked: [
      "Firn’s store, EVM transactions by hash",
      ...(isC ? ["Firn’s store, atomic transactions by id"] : []),
      ...askedNode(node),
    ],
  };
}

/** Why a contract or one of its tokens has no page. */
export function missingToken(wanted: string, status: FirnStatus | undefined): Resolution {
  return {
    title: "This Firn does not know this token",
    wanted,
    reasons: [
      {
        title: "No transaction has moved it",
        verdict: "possible",
        text: "A contract counts as a token once it has moved some; a collection holds the tokens that were minted.",
        action: { href: searchFor(wanted), label: "Open the address" },
      },
      ...olderBlocks(status?.streams.filter(({ evm }) => evm !== undefined) ?? []),
      notReadYet(status, status?.streams.filter(({ evm }) => evm !== undefined) ?? []),
      otherNetwork(status),
    ],
    asked: ["Firn’s store, token contracts by address"],
  };
}

function otherNetwork(status: FirnStatus | undefined): Reason {
  const { name = "one network", id = "" } = status?.network ?? {};
  const named = name.endsWith(String(id)) ? name : `${name} (id ${id})`;
  return {
    title: "It belongs to another network",
    verdict: "unchecked",
    text: `This node follows ${named}. Other networks were not searched.`,
  };
}

const LIKELY = ["possible", "unlikely", "unchecked", "ruledOut"] as const;

function rank(reasons: Reason[]): Reason[] {
  return reasons.toSorted((a, b) => LIKELY.indexOf(a.verdict) - LIKELY.indexOf(b.verdict));
}

/** Whether a text is as long as an id and has its letters, whatever its checksum. */
function isId(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{48,50}$/.test(text);
}

/** What is wrong with the text as an id; undefined if nothing is. */
function problemOf(text: string): string | undefined {
  try {
    parseId(text);
    return undefined;
  } catch (error) {
    return sayError(error);
  }
}

function searchFor(text: string): string {
  return hrefTo("search", {}, { q: text });
}

/** An L1, subnet or validation that the P-Chain does not have. */
export function missingStaking(noun: string, wanted: string, status: FirnStatus | undefined): Resolution {
  const fault = problemOf(wanted);
  return {
    title: `No ${noun} “${cleanName(wanted, 60)}” here`,
    wanted,
    reasons: [
      {
        title:
          fault === undefined
            ? `It is not the id of ${noun}`
            : "It is neither an id nor a name that only one has",
        verdict: "possible",
        text:
          fault === undefined
            ? "The same 32 bytes may name something else."
            : "A name that several L1s have leads nowhere: the list has all of them.",
        action: { href: searchFor(wanted), label: "Search everywhere" },
      },
      notReadYet(status, [streamOf("p", status)]),
      otherNetwork(status),
    ],
    asked: [`Firn’s store, ${noun}s by id`],
  };
}

/** A chart that Firn does not draw. */
export function missingChart(wanted: string): Resolution {
  return {
    title: `No chart “${cleanName(wanted, 60)}”`,
    wanted,
    reasons: [
      {
        title: "The chart or its range is mistyped",
        verdict: "possible",
        text: "All charts stand in a row above each of them.",
        action: { href: hrefTo("charts"), label: "See the charts" },
      },
    ],
    asked: [],
  };
}

/** A NodeID whose text is none. */
export function notNodeId(wanted: string): Resolution {
  return {
    title: "Not a NodeID",
    wanted,
    reasons: [
      {
        title: "The NodeID has a typo: its checksum does not match",
        verdict: "possible",
        text: "A NodeID is “NodeID-” and the cb58 of 20 bytes: a character is wrong or missing.",
        action: { href: searchFor(wanted), label: "Search for it" },
      },
    ],
    asked: [],
  };
}
