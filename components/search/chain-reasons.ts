import type { EvmChain } from "@/components/evm/chain";
import type { KnownBlockchain } from "@/lib/contract/firn/blockchains";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { cleanName } from "../ui/name";
import { describeIndexed, olderBlocks, type Reason, type Resolution } from "./reasons";

/** What is known of a chain without pages, and of the setting that would give it some. */
export interface ChainKnowledge {
  /** On the P-Chain, with the EVM chain id or blockchain id of the address. */
  blockchains: readonly KnownBlockchain[];
  /** L1s that Firn indexes. */
  indexed: readonly Pick<EvmChain, "blockchainId" | "subnetId" | "rpcUrl">[];
  /** Whether FIRN_EVM_CHAINS names chains; otherwise Firn indexes all that the node tracks. Its URLs may hold secrets. */
  areNamed: boolean;
}

/** A page under a chain that Firn does not index, or that an indexed chain does not have. */
export function unservedChain(
  chain: string,
  status: FirnStatus | undefined,
  known?: ChainKnowledge,
): Resolution {
  const stream = status?.streams.find(({ evm }) => evm?.chainId === chain || evm?.blockchainId === chain);
  if (stream?.indexedHead !== undefined)
    return {
      title: `EVM chain ${chain} has no such page here`,
      reasons: [
        ...olderBlocks([stream]),
        {
          title: "The chain has no such page",
          verdict: "possible",
          text: describeIndexed(status),
          action: { href: hrefTo("status"), label: "See what is indexed" },
        },
      ],
      asked: [],
    };
  const [first, ...others] = known?.blockchains ?? [];
  return {
    title: `${first === undefined ? `EVM chain ${chain}` : cleanName(first.name)}: not indexed here`,
    wanted: chain,
    reasons: [
      ...(stream?.error === undefined ? [] : [refused(stream.error)]),
      ...(known === undefined || first === undefined
        ? [unknownChain(chain, status, known)]
        : [first, ...others].flatMap((blockchain) => remedies(blockchain, known))),
      ...(known === undefined || first === undefined ? byUrl(known) : []),
    ],
    asked: [],
  };
}

/** The indexer found the chain and could not take it. */
function refused({ message, hint }: { message: string; hint?: string | undefined }): Reason {
  return {
    title: "Firn tries to index it and fails",
    verdict: "possible",
    text: `${message}${hint === undefined ? "" : `: ${hint}`}.`,
    action: { href: hrefTo("status"), label: "See the status" },
    mayCome: true,
  };
}

function remedies(
  { name, subnetId, blockchainId, isL1, evmChainId }: KnownBlockchain,
  { indexed, areNamed }: ChainKnowledge,
): Reason[] {
  const kind = isL1 ? "L1" : "subnet";
  if (evmChainId === undefined)
    return [
      {
        title: "It is not an EVM chain",
        verdict: "possible",
        text: `“${cleanName(name)}” runs another virtual machine: Firn indexes EVM chains only.`,
        action: { href: hrefTo("l1", { id: subnetId }), label: `Open its ${kind}` },
      },
    ];
  const subnets = [...new Set([...indexed.flatMap((chain) => chain.subnetId ?? []), subnetId])];
  const track: Reason = {
    title: `The node does not track its ${kind}`,
    verdict: "possible",
    text: `“${cleanName(name)}”, EVM chain ${evmChainId}, is a blockchain of ${kind} ${subnetId}. Firn indexes the EVM chains of subnets that its node tracks. Add this flag to those the node is started with:`,
    code: `--track-subnets=${subnets.join(",")}`,
    action: { href: hrefTo("l1", { id: subnetId }), label: `Open its ${kind}` },
  };
  if (!areNamed) return [track];
  return [
    {
      title: "FIRN_EVM_CHAINS does not name it",
      verdict: "possible",
      text: "This Firn indexes only the chains that this setting names. Add this id to it, after a comma, and start Firn again:",
      code: blockchainId,
    },
    track,
  ];
}

function unknownChain(
  chain: string,
  status: FirnStatus | undefined,
  known: ChainKnowledge | undefined,
): Reason {
  return known === undefined || status === undefined
    ? {
        title: "Firn could not look it up",
        verdict: "unchecked",
        text: describeIndexed(status),
        action: { href: hrefTo("status"), label: "See what is indexed" },
      }
    : {
        title: "The chain is mistyped, or of another network",
        verdict: "possible",
        text: `The P-Chain here has no blockchain ${/^\d+$/.test(chain) ? `with EVM chain ID ${chain}` : chain}. ${describeIndexed(status)}`,
        action: { href: hrefTo("l1s"), label: "See the L1s" },
      };
}

/** A chain that no P-Chain transaction names can be indexed by the URL of its node. */
function byUrl(known: ChainKnowledge | undefined): Reason[] {
  if (known === undefined) return [];
  const url = "https://<node>/ext/bc/<blockchain id>/rpc";
  // A setting that names one chain would leave out the others.
  const others = known.indexed.flatMap(({ blockchainId }) => blockchainId ?? []);
  return [
    {
      title: "Its node can be named",
      verdict: "possible",
      text: `Firn can index an EVM chain by the URL of its Ethereum API. ${known.areNamed ? "Add that URL to FIRN_EVM_CHAINS, after a comma:" : "Start Firn with that URL in this setting:"}`,
      code: known.areNamed ? url : `FIRN_EVM_CHAINS=${[...others, url].join(",")}`,
    },
  ];
}
