import type { AbiFunction } from "viem";
import { hashSignature, signatureOf } from "../../avalanche/evm/abi/entries";
import { type Standard, standardsOf, standardViews } from "../../avalanche/evm/abi/standard-views";
import { pushedSelectors } from "../../avalanche/evm/code/opcodes";
import { isMessenger, MESSENGER_BOOK } from "../../avalanche/evm/messenger";
import { precompileAt } from "../../avalanche/evm/precompiles";
import type { KnownAbi } from "../labels/abi-index";
import type { ChainLabels } from "../labels/labels";
import type { ContractLook } from "../node/contract-looks";

/** A function that reads, and where it is known from. */
export interface ReadFunction {
  entry: AbiFunction;
  from: { by: KnownAbi["by"] | "precompile" | "standard"; file?: string };
  /** The contract whose function it is, where a proxy runs it. */
  target?: Uint8Array;
}

/** More functions than this are of no use to a reader. */
const MOST_FUNCTIONS = 300;

/**
 * Functions of a contract that read: those of its own ABI, then those of its targets' ABIs, then those of standards that
 * its code or its targets' code has, unless an ABI has them already.
 */
export function readFunctionsOf(look: ContractLook, labels: ChainLabels, isCChain: boolean): ReadFunction[] {
  const found = new Map<string, ReadFunction>();
  const add = (each: ReadFunction) => {
    const selector = selectorOf(each.entry);
    if (!found.has(selector) && /^(view|pure)$/.test(each.entry.stateMutability)) found.set(selector, each);
  };
  for (const entry of precompileAt(look.address, isCChain)?.book.functions ?? [])
    add({ entry, from: { by: "precompile" } });
  for (const each of functionsOf(labels.abiOf(look.address, look.code))) add(each);
  const ofMessenger = isMessenger(look.address) ? MESSENGER_BOOK.functions : [];
  for (const entry of ofMessenger) add({ entry, from: { by: "standard" } });
  for (const [at, target] of (look.targets ?? []).entries()) {
    // A diamond runs some of a facet's functions; others of the facet's can't be called there.
    const selectors = look.proxy?.facets?.[at]?.selectors;
    for (const each of functionsOf(labels.abiOf(target.address, target.code)))
      if (selectors === undefined || selectors.includes(selectorOf(each.entry)))
        add({ ...each, target: target.address });
  }
  for (const entry of standardViews(selectorsOf(look))) add({ entry, from: { by: "standard" } });
  return [...found.values()].slice(0, MOST_FUNCTIONS);
}

/** Standards that a contract's code, or its targets' code, has the functions of. */
export function standardsOfContract(look: ContractLook): Standard[] {
  return standardsOf(selectorsOf(look));
}

/** Where an ABI is from, as answers say it. */
export function sourceOfAbi({ by, file }: KnownAbi) {
  return { by, ...(file !== undefined && { file }) };
}

function functionsOf(abi: KnownAbi | undefined): ReadFunction[] {
  return (abi?.entries ?? []).flatMap((entry) =>
    abi !== undefined && entry.type === "function" ? [{ entry, from: sourceOfAbi(abi) }] : [],
  );
}

function selectorOf(entry: AbiFunction): string {
  return hashSignature(signatureOf(entry)).slice(0, 10);
}

function selectorsOf({ code, targets = [], proxy }: ContractLook): Set<string> {
  const facets = proxy?.facets?.flatMap(({ selectors }) => selectors) ?? [];
  const codes = [code, ...(proxy?.facets === undefined ? targets.map((target) => target.code) : [])];
  return new Set([...codes.flatMap((each) => [...pushedSelectors(each)]), ...facets]);
}
