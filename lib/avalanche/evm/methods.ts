import { keccak256 } from "#keccak";
import { toHex } from "../codec/bytes";

/**
 * Functions of standards, by selector.
 * @source ERC-20, ERC-165, ERC-173, ERC-721, ERC-1155, ERC-2612, ERC-4626, wrapped native tokens
 */
const STANDARD_METHODS = [
  ...["transfer(address,uint256)", "transferFrom(address,address,uint256)", "approve(address,uint256)"],
  ...["increaseAllowance(address,uint256)", "decreaseAllowance(address,uint256)"],
  ...["permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", "supportsInterface(bytes4)"],
  ...["safeTransferFrom(address,address,uint256)", "safeTransferFrom(address,address,uint256,bytes)"],
  ...["setApprovalForAll(address,bool)", "transferOwnership(address)", "renounceOwnership()"],
  ...["safeTransferFrom(address,address,uint256,uint256,bytes)"],
  ...["safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)"],
  ...[
    "deposit()",
    "withdraw(uint256)",
    "mint(address,uint256)",
    "burn(uint256)",
    "burnFrom(address,uint256)",
  ],
  ...["deposit(uint256,address)", "mint(uint256,address)", "withdraw(uint256,address,address)"],
  ...["redeem(uint256,address,address)", "multicall(bytes[])"],
];

/** The first four bytes of a signature's hash. */
export function selectorOf(signature: string): Uint8Array {
  return keccak256(new TextEncoder().encode(signature)).slice(0, 4);
}

const BY_SELECTOR = new Map(STANDARD_METHODS.map((signature) => [toHex(selectorOf(signature)), signature]));

/** The standard signature of a selector, such as `transfer(address,uint256)`; undefined if no standard has it. */
export function standardMethod(selector: Uint8Array): string | undefined {
  return BY_SELECTOR.get(toHex(selector));
}
