import { fromHex, toHex } from "../../avalanche/codec/bytes";
import type { RichAddress } from "../../contract/data/evm";
import type { AbiArgumentShape } from "../../contract/data/evm-abi";
import type { Route } from "../../contract/route";
import { type Party, readPartiesByAddress } from "../../store/queries/evm/address";
import type { EvmContext, HandlerRequest } from "../handler";
import type { ChainLabels } from "../labels/labels";
import { presentParty } from "../present/evm/party";

interface Asked {
  params: { chainId: string };
  readEvm: HandlerRequest<Route>["readEvm"];
  labels: ChainLabels;
}

/** What is known of some addresses, in their order. Those of which nothing is are left out. */
export function readParties(
  { params, readEvm, labels }: Asked,
  addresses: readonly Uint8Array[],
): Promise<Party[]> {
  return readEvm(params.chainId, ({ db }) => readPartiesIn({ db, labels }, addresses));
}

/** The same in a snapshot. */
export async function readPartiesIn(
  { db, labels }: Pick<EvmContext, "db" | "labels">,
  addresses: readonly Uint8Array[],
): Promise<Party[]> {
  const wanted = new Map<string, Party>(
    addresses.map((address) => [toHex(address), { address, contract: undefined }]),
  );
  const stored = await readPartiesByAddress(
    db,
    [...wanted.values()].map(({ address }) => address),
  );
  for (const party of stored) wanted.set(toHex(party.address), party);
  return [...wanted.values()].filter(
    ({ address, contract }) => contract !== undefined || labels.address(address) !== undefined,
  );
}

/** Values that are addresses. */
export function addressesIn(args: readonly AbiArgumentShape[] = []): string[] {
  return args.flatMap(({ type, value }) => (type === "address" ? [value] : []));
}

/** The same as a look-up by address, 0x hex in any case. */
export async function readKnownParties(
  asked: Asked,
  addresses: readonly Uint8Array[],
): Promise<(address: string) => RichAddress> {
  const { labels } = asked;
  const parties = await readParties(asked, addresses);
  const known = new Map(parties.map((party) => [toHex(party.address), presentParty(party, { labels })]));
  return (address) => {
    const bytes = fromHex(address.toLowerCase());
    return known.get(toHex(bytes)) ?? presentParty({ address: bytes, contract: undefined }, { labels });
  };
}
