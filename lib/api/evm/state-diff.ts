import type { EvmAccountChange } from "../../contract/firn/evm-state-changes";
import type { AccountState, StateDiff } from "../../contract/node/evm";

/** Changes of an account, by its lower-case address. */
export type AddressChange = Omit<EvmAccountChange, "account"> & { address: string };

const MOST_SLOTS = 100;
const NOTHING = `0x${"00".repeat(32)}`;

/** What a diff says of each account, those with changed storage first. Accounts that stayed the same are left out. */
export function listChanges({ pre, post }: StateDiff): AddressChange[] {
  const before = byAddress(pre);
  const after = byAddress(post);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((address) => changeOf(address, before.get(address), after.get(address)))
    .filter((change) => change.balance ?? change.nonce ?? change.codeSize ?? change.storageCount > 0)
    .sort((a, b) => b.storageCount - a.storageCount || (a.address < b.address ? -1 : 1));
}

function byAddress(states: Record<string, AccountState>): Map<string, AccountState> {
  return new Map(Object.entries(states).map(([address, state]) => [address.toLowerCase(), state]));
}

/** `now` lacks what stayed as it was; an account that is not in it at all is gone. */
function changeOf(address: string, was: AccountState = {}, now?: AccountState): AddressChange {
  const end = now ?? { balance: 0n, nonce: 0, code: "0x" };
  const slots = [...new Set([...Object.keys(was.storage ?? {}), ...Object.keys(now?.storage ?? {})])].sort();
  const storage = slots.map((slot) => ({
    slot,
    before: was.storage?.[slot] ?? NOTHING,
    after: now?.storage?.[slot] ?? NOTHING,
  }));
  const code = sizeOf(was.code);
  const newCode = end.code === undefined ? undefined : sizeOf(end.code);
  return {
    address,
    ...numbers("balance", was.balance ?? 0n, end.balance),
    ...numbers("nonce", was.nonce ?? 0, end.nonce),
    ...(newCode !== undefined && newCode !== code && { codeSize: { before: code, after: newCode } }),
    storage: storage.slice(0, MOST_SLOTS),
    storageCount: storage.length,
  };
}

function numbers<Name extends "balance" | "nonce">(
  name: Name,
  before: bigint | number,
  after: bigint | number | undefined,
): Pick<AddressChange, Name> | Record<string, never> {
  if (after === undefined || after === before) return {};
  return { [name]: { before: String(before), after: String(after) } } as Pick<AddressChange, Name>;
}

function sizeOf(code = "0x"): number {
  return code.length / 2 - 1;
}
