import { type AbiEvent, BaseError, decodeEventLog, type Hex, parseAbiItem, toEventSelector } from "viem";

/** A decoded standard event. Values are text: numbers decimal, addresses EIP-55, bytes 0x hex. */
export interface DecodedEvent {
  name: string;
  args: { name: string; type: string; value: string }[];
}

/**
 * Events of standards. A variant with other indexed parameters is a line of its own.
 * @source ERC-20, ERC-721, ERC-1155, ERC-173, ERC-1967, ERC-4626, wrapped native tokens, OpenZeppelin access control
 */
const STANDARD_EVENTS = [
  "Transfer(address indexed from, address indexed to, uint256 value)",
  "Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
  "Transfer(address from, address to, uint256 value)",
  "Approval(address indexed owner, address indexed spender, uint256 value)",
  "Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
  "ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
  "TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
  "TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)",
  "URI(string value, uint256 indexed id)",
  "Deposit(address indexed dst, uint256 wad)",
  "Withdrawal(address indexed src, uint256 wad)",
  "Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)",
  "Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)",
  "OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
  "Upgraded(address indexed implementation)",
  "AdminChanged(address previousAdmin, address newAdmin)",
  "RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)",
  "RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)",
  "Paused(address account)",
  "Unpaused(address account)",
].map((signature) => parseAbiItem(`event ${signature}`) as AbiEvent);

/** Decodes a standard event; undefined for any other, and for one whose data do not fit. */
export function decodeEvent(topics: readonly string[], data: string): DecodedEvent | undefined {
  const [selector, ...indexed] = topics;
  const event = STANDARD_EVENTS.find(
    (each) =>
      toEventSelector(each) === selector &&
      each.inputs.filter((input) => input.indexed).length === indexed.length,
  );
  if (event === undefined) return undefined;
  try {
    const { args } = decodeEventLog({ abi: [event], topics: topics as [Hex, ...Hex[]], data: data as Hex });
    const values = args as unknown as Record<string, unknown>;
    return {
      name: event.name,
      args: event.inputs.map(({ name = "", type }) => ({ name, type, value: sayValue(values[name]) })),
    };
  } catch (error) {
    if (error instanceof BaseError) return undefined;
    throw error;
  }
}

function sayValue(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}
