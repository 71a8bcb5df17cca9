import type { AbiFunction } from "viem";
import { hashSignature, parseEntry, signatureOf } from "./entries";

/** Standards whose functions contracts are known by. */
export const STANDARDS = ["ERC-20", "ERC-721", "ERC-1155", "ERC-4626", "wrapped coin"] as const;
export type Standard = (typeof STANDARDS)[number];

/** Functions that read, in the order in which they are shown. @source ERC-20, 165, 173, 721, 1155, 2612, 4626 */
const VIEWS = [
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address account) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function ownerOf(uint256 tokenId) view returns (address)",
  "function getApproved(uint256 tokenId) view returns (address)",
  "function tokenURI(uint256 tokenId) view returns (string)",
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
  "function balanceOf(address account, uint256 id) view returns (uint256)",
  "function balanceOfBatch(address[] accounts, uint256[] ids) view returns (uint256[])",
  "function uri(uint256 id) view returns (string)",
  "function asset() view returns (address)",
  "function totalAssets() view returns (uint256)",
  "function convertToShares(uint256 assets) view returns (uint256)",
  "function convertToAssets(uint256 shares) view returns (uint256)",
  "function maxDeposit(address receiver) view returns (uint256)",
  "function previewDeposit(uint256 assets) view returns (uint256)",
  "function maxMint(address receiver) view returns (uint256)",
  "function previewMint(uint256 shares) view returns (uint256)",
  "function maxWithdraw(address owner) view returns (uint256)",
  "function previewWithdraw(uint256 assets) view returns (uint256)",
  "function maxRedeem(address owner) view returns (uint256)",
  "function previewRedeem(uint256 shares) view returns (uint256)",
  "function owner() view returns (address)",
  "function supportsInterface(bytes4 interfaceId) view returns (bool)",
  "function nonces(address owner) view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
].map((text) => parseEntry(text) as AbiFunction);

/** What a contract must have of a standard, by signature. A contract may be of several. */
const MARKS: Record<Standard, readonly string[]> = {
  "ERC-20": [
    "totalSupply()",
    "balanceOf(address)",
    "transfer(address,uint256)",
    "transferFrom(address,address,uint256)",
    "approve(address,uint256)",
    "allowance(address,address)",
  ],
  "ERC-721": [
    "ownerOf(uint256)",
    "balanceOf(address)",
    "safeTransferFrom(address,address,uint256)",
    "getApproved(uint256)",
    "isApprovedForAll(address,address)",
    "setApprovalForAll(address,bool)",
  ],
  "ERC-1155": [
    "balanceOf(address,uint256)",
    "balanceOfBatch(address[],uint256[])",
    "safeTransferFrom(address,address,uint256,uint256,bytes)",
    "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
    "isApprovedForAll(address,address)",
  ],
  "ERC-4626": [
    "asset()",
    "totalAssets()",
    "convertToShares(uint256)",
    "convertToAssets(uint256)",
    "deposit(uint256,address)",
    "redeem(uint256,address,address)",
    "balanceOf(address)",
    "transfer(address,uint256)",
  ],
  "wrapped coin": ["deposit()", "withdraw(uint256)", "balanceOf(address)", "transfer(address,uint256)"],
};

const selectorOf = (signature: string) => hashSignature(signature).slice(0, 10);

const MARK_SELECTORS = STANDARDS.map((standard) => [standard, MARKS[standard].map(selectorOf)] as const);

/** Standards of which code knows all functions that make them. @param selectors 0x hex, as the code has them */
export function standardsOf(selectors: ReadonlySet<string>): Standard[] {
  return MARK_SELECTORS.flatMap(([standard, marks]) =>
    marks.every((mark) => selectors.has(mark)) ? [standard] : [],
  );
}

/** Reading functions of the standards that code knows. */
export function standardViews(selectors: ReadonlySet<string>): AbiFunction[] {
  return VIEWS.filter((view) => selectors.has(selectorOf(signatureOf(view))));
}
