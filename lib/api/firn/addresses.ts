import { toHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress, hasValidCase, ZERO_ADDRESS } from "../../avalanche/evm-address";
import { formatAddress, formatId, formatNodeId } from "../../avalanche/ids";
import type { StakingTxType } from "../../avalanche/p/txs";
import type * as contract from "../../contract/firn/addresses";
import { FirnError, InputError } from "../../errors";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { countHeld } from "../../store/queries/evm/account-counts";
import { listAddressActivity, listAddressTransactions, NEWEST_ITEM } from "../../store/queries/evm/activity";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { listApprovals, listNftApprovals } from "../../store/queries/evm/approval";
import { readEvmPresence } from "../../store/queries/evm/presence";
import { findSignerOnChain } from "../../store/queries/evm/signer";
import { listDeployments } from "../../store/queries/evm/token";
import { readTransactions } from "../../store/queries/evm/transaction";
import { listManaged, listValidatorsPaying, readPresence } from "../../store/queries/presence";
import { findSigners, findSignersOfAccounts } from "../../store/queries/signer";
import { readTxs } from "../../store/queries/tx";
import { ACTIVITY, accountKey, TOKEN_STANDARDS } from "../../store/rows/columns";
import { olderBlocksOf, partialHistory } from "../evm/history";
import type { EvmContext, Handler, HandlerRequest, RequestContext } from "../handler";
import { CHAINS, chainOfCode } from "../request/chains";
import { readAddresses } from "../request/network";
import { txTypeIds } from "../request/tx-types";
import { describeGap } from "../snapshot/gaps";
import { placeOf } from "./search-readings-evm";

/** Items of each short list. */
const MOST = 3;

/** The forms of an address: 20 bytes each, as far as they are known. */
interface Forms {
  key?: Uint8Array;
  account?: Uint8Array;
}

export const getAddress: Handler<typeof contract.getAddress> = async (request) => {
  const asked = await request.read(async (context) => readForms(context, request.params.address));
  const onEvm = await askChains(request);
  const found =
    (await request.read((context) => findInPrimary(context, asked))) ?? (await findOnEvm(onEvm, asked));
  const forms: Forms = found ? { key: found.key, account: found.account } : asked;
  const present = await Promise.all(onEvm.map((ask) => ask((context) => readOnEvm(context, forms))));
  return request.read(async (context) => {
    const { hrp } = context.network;
    const chains = mergeC(
      await readOnPrimary(context, forms),
      present.flatMap((one) => one ?? []),
    );
    const unread = await Promise.all(onEvm.map((ask) => ask(async (chain) => unreadOn(chain))));
    return {
      ...(forms.key && { key: formatAddress(hrp, forms.key) }),
      ...(forms.account && { account: formatEvmAddress(forms.account) }),
      ...(found && { evidence: found.evidence }),
      unread: [...context.gaps.map(describeGap), ...unread.flatMap((one) => one ?? [])],
      chains,
      ...(await readRoles(context, forms)),
    };
  });
};

/** @throws InputError BAD_PARAMETER as `readAddresses`, and for a wrong checksum of EIP-55 */
function readForms({ network }: RequestContext, text: string): Forms {
  if (/^0x/i.test(text) && !hasValidCase(text))
    throw new InputError(
      "BAD_PARAMETER",
      `the checksum of ${text} does not match: a character or its case is wrong`,
      { hint: "write it in lower case if it is meant as it is" },
    );
  const [address = new Uint8Array()] = readAddresses(network, CHAINS.c, text);
  return address.length === 20 ? { key: address } : { account: address.subarray(1) };
}

type AskChain = <T>(work: (context: EvmContext) => Promise<T>) => Promise<T | undefined>;

/** Each indexed EVM chain. One that is damaged or not ready answers nothing, and does not hide the others. */
async function askChains({ evmChains, readEvm }: HandlerRequest<never>): Promise<AskChain[]> {
  return (await evmChains.list()).map(({ evmChainId = "" }): AskChain => {
    return (work) =>
      readEvm(evmChainId, work).catch((error: unknown) => {
        if (error instanceof FirnError) return undefined;
        throw error;
      });
  });
}

/** Both forms, and the signature that shows it. */
interface Tie {
  key: Uint8Array;
  account: Uint8Array;
  evidence: NonNullable<contract.FirnAddress["evidence"]>;
}

async function findInPrimary({ db }: RequestContext, { key, account }: Forms): Promise<Tie | undefined> {
  const rows = key ? await findSigners(db, [key]) : await findSignersOfAccounts(db, account ? [account] : []);
  const [first] = rows.sort((a, b) => a.chain - b.chain);
  if (first === undefined) return undefined;
  const tx = (await readTxs(db, first.chain, [first.position])).get(first.position);
  if (tx === undefined) return undefined;
  return {
    key: first.address,
    account: first.account,
    evidence: {
      publicKey: toHex(first.public_key),
      chain: chainOfCode(first.chain).letter,
      txHash: formatId(tx.tx_id),
    },
  };
}

async function findOnEvm(chains: readonly AskChain[], forms: Forms): Promise<Tie | undefined> {
  const asked = forms.key ? { key: forms.key } : { account: forms.account ?? new Uint8Array() };
  for (const ask of chains) {
    const tie = await ask(async (context) => {
      const signer = await findSignerOnChain(context.db, asked);
      return (
        signer && {
          key: signer.key_address,
          account: signer.account,
          evidence: {
            publicKey: toHex(signer.public_key),
            chain: placeOf(context).segment,
            txHash: toHex(signer.hash),
          },
        }
      );
    });
    if (tie !== undefined) return tie;
  }
  return undefined;
}

/** What of a chain's signatures is not stored. */
async function unreadOn({ facts, history, evmChainId }: EvmContext): Promise<string[]> {
  const title = placeOf({ facts, evmChainId }).title;
  const range = unreadBlocks(facts, "unreadSigners");
  return [
    ...olderBlocksOf(title, history),
    ...(range ? [`signatures of ${title} from block ${range.from} to ${range.to} are still being read`] : []),
  ];
}

type Present = contract.FirnAddress["chains"][number];

async function readOnPrimary({ db, dialect }: RequestContext, { key, account }: Forms): Promise<Present[]> {
  const found: Present[] = [];
  const stakingTypes = txTypeIds(CHAINS.p, dialect, Object.keys(STAKING_TYPES));
  for (const { letter, code, title } of Object.values(CHAINS)) {
    const forms = [key, letter === "c" && account ? accountKey(account) : undefined];
    const known = forms.filter((form) => form !== undefined);
    const presence =
      known.length === 0
        ? undefined
        : await readPresence(db, code, {
            addresses: known,
            countTo: COUNTED,
            typeIds: letter === "p" ? stakingTypes : [],
          });
    if (presence === undefined) continue;
    found.push({
      chain: letter,
      name: title,
      counts: {
        transactions: presence.transactions,
        ...(letter === "p" && { stakes: presence.ofTypes }),
      },
      ...(presence.first !== null && { firstTimestamp: presence.first }),
      ...(presence.last !== null && { lastTimestamp: presence.last }),
    });
  }
  return found;
}

async function readOnEvm(context: EvmContext, { account }: Forms): Promise<Present[]> {
  const id = account && (await findAddressId(context.db, account));
  if (account === undefined || id === undefined) return [];
  const presence = await readEvmPresence(context.db, id);
  const contract = await readContractOf(context, id);
  if (presence === undefined && contract === undefined) return [];
  const label = context.labels.address(account)?.name;
  const { segment, title } = placeOf(context);
  return [
    {
      chain: segment,
      name: title,
      counts: await readCounts(context, id),
      ...(presence && { firstTimestamp: presence.first, lastTimestamp: presence.last }),
      ...(label !== undefined && { label }),
      ...(contract && { contract }),
    },
  ];
}

async function readContractOf({ db }: EvmContext, id: number): Promise<Present["contract"]> {
  const row = (await readParties(db, [id])).get(id)?.contract;
  if (row === undefined) return undefined;
  const { deployer_id, created_position, name, symbol } = row;
  const deployer = (await readParties(db, [deployer_id])).get(deployer_id ?? -1)?.address;
  const [created] = created_position === null ? [] : await readTransactions(db, [created_position]);
  return {
    ercType: TOKEN_STANDARDS[row.standard] ?? "UNKNOWN",
    ...(name !== null && { name }),
    ...(symbol !== null && { symbol }),
    ...(deployer && { deployer: formatEvmAddress(deployer) }),
    ...(created && { createdTxHash: toHex(created.hash) }),
  };
}

/** Items counted of each list. */
const COUNTED = 101;

const STAKING_TYPES: Record<StakingTxType, true> = {
  AddValidatorTx: true,
  AddDelegatorTx: true,
  AddPermissionlessValidatorTx: true,
  AddPermissionlessDelegatorTx: true,
  AddAutoRenewedValidatorTx: true,
};
const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");

async function readCounts(context: EvmContext, id: number): Promise<Present["counts"]> {
  const { db, facts } = context;
  const page = { ...NEWEST_ITEM, limit: COUNTED };
  const count = async (...kinds: number[]) =>
    (await listAddressActivity(db, { addressId: id, kinds }, page)).length;
  const contracts = await listDeployments(db, id, { after: undefined, limit: COUNTED });
  return {
    transactions: (await listAddressTransactions(db, id, page)).length,
    transfers: await count(ACTIVITY.erc20, ACTIVITY.erc721, ACTIVITY.erc1155),
    ...(facts.traces !== "no" && { internalTransactions: await count(ACTIVITY.internal) }),
    createdContracts: contracts.length,
    ...(await readHeldCounts(context, id)),
  };
}

/** What it holds where all transfers are known, and what others may move of it where all approvals are. */
async function readHeldCounts(context: EvmContext, id: number) {
  const { db, facts } = context;
  const { tokens, nfts } = await countHeld(db, id, { standard: ERC20, countTo: COUNTED });
  const isWhole = partialHistory(context) === undefined;
  const approvals =
    unreadBlocks(facts, "unreadApprovals") === undefined ? await countApprovals(db, id) : undefined;
  return {
    ...(isWhole && tokens !== undefined && { tokens }),
    ...(isWhole && nfts !== undefined && { nfts }),
    ...(approvals !== undefined && { approvals }),
  };
}

async function countApprovals(db: EvmContext["db"], ownerId: number): Promise<number> {
  const page = { after: undefined, limit: COUNTED };
  const ofAccounts = (await listApprovals(db, { side: "owner", id: ownerId }, page)).length;
  const zeroAddressId = await findAddressId(db, ZERO_ADDRESS);
  const ofNfts = (await listNftApprovals(db, { side: "owner", id: ownerId, zeroAddressId }, page)).length;
  return Math.min(COUNTED, ofAccounts + ofNfts);
}

/** What the C-Chain's two stores have of it becomes one. */
function mergeC(primary: readonly Present[], evm: readonly Present[]): Present[] {
  const atomic = primary.find(({ chain }) => chain === "c");
  const merged = evm.map((one) =>
    one.chain === "c" && atomic ? { ...one, ...spanOf(one, atomic), counts: countsOf(one, atomic) } : one,
  );
  const rest = primary.filter((one) => one !== atomic || !evm.some(({ chain }) => chain === "c"));
  return [
    ...rest,
    ...merged.filter(({ chain }) => chain === "c"),
    ...merged.filter(({ chain }) => chain !== "c"),
  ];
}

function countsOf(evm: Present, atomic: Present): Present["counts"] {
  const transactions = Math.min(COUNTED, evm.counts.transactions + atomic.counts.transactions);
  return { ...evm.counts, transactions };
}

function spanOf(...parts: readonly Present[]): Pick<Present, "firstTimestamp" | "lastTimestamp"> {
  const firsts = parts.flatMap(({ firstTimestamp }) => firstTimestamp ?? []);
  const lasts = parts.flatMap(({ lastTimestamp }) => lastTimestamp ?? []);
  return {
    ...(firsts.length > 0 && { firstTimestamp: Math.min(...firsts) }),
    ...(lasts.length > 0 && { lastTimestamp: Math.max(...lasts) }),
  };
}

async function readRoles(
  { db }: RequestContext,
  { key, account }: Forms,
): Promise<Pick<contract.FirnAddress, "validates" | "manages">> {
  const stakes = key ? await listValidatorsPaying(db, key, MOST) : [];
  const managed = account ? await listManaged(db, account, MOST) : [];
  return {
    validates: stakes.map(({ node_id, subnet_id }) => ({
      nodeId: formatNodeId(node_id),
      subnetId: formatId(subnet_id),
    })),
    manages: managed.map(({ subnet_id, manager_chain_id }) => ({
      subnetId: formatId(subnet_id),
      blockchainId: formatId(manager_chain_id ?? new Uint8Array(32)),
    })),
  };
}
