import { toHex } from "../../avalanche/codec/bytes";
import { compareCode } from "../../avalanche/evm/code/match";
import { type StandardInput, standardInput } from "../../contract/sources";
import { addressOf } from "../evm/address-page";
import { chainOf } from "../evm/contract-now";
import { type ContractLook, lookAtContracts } from "../node/contract-looks";
import { type Asked, type Module, notOk, ok } from "./module";

/** Sources are sent with one request, and what became of them is asked with others, in words that clients know. */

type Answers = Pick<
  Module<"contract">,
  "verifysourcecode" | "checkverifystatus" | "verifyproxycontract" | "checkproxyverification"
>;

export const verification: Answers = {
  async verifysourcecode(asked, sent) {
    const { look, chain } = await lookAt(asked, sent.contractaddress);
    if (look.code.length === 0) return notOk(`Unable to locate ContractCode at ${sent.contractaddress}`);
    const known = chain.labels.sourceOf(look.code);
    if (known !== undefined && compareCode(known.file.runtime, look.code) === "exact")
      return notOk("Contract source code already verified");
    const input = readInput(sent);
    if (input === undefined)
      return notOk(
        "Invalid source code: sourceCode must be the compiler's standard JSON input for Solidity, whose sources have their content",
      );
    const { evmChainId } = chain;
    const guid = await asked.service.sources.submit(
      { evmChainId, address: look.address, code: look.code, hasSources: known !== undefined },
      {
        input,
        contract: sent.codeformat === "solidity-single-file" ? nameOf(sent.contractname) : sent.contractname,
        compiler: sent.compilerversion,
        license: licenseOf(sent.licenseType),
      },
    );
    return ok(guid);
  },
  async checkverifystatus({ service }, { guid }) {
    const found = await service.sources.findSubmission(guid);
    if (found === undefined) return notOk("Unknown GUID: no sources were sent under it today");
    if (found.state === "pending") return notOk("Pending in queue");
    return found.state === "verified"
      ? ok("Pass - Verified")
      : notOk(`Fail - Unable to verify: ${found.reason ?? ""}`);
  },
  // A proxy needs no proof: its target is what the node has in it.
  async verifyproxycontract(asked, { address }) {
    const target = await targetOf(asked, address);
    return target === undefined
      ? notOk("A corresponding implementation contract was unfortunately not detected for the proxy address.")
      : ok(address.toLowerCase());
  },
  async checkproxyverification(asked, { guid }) {
    const target = /^0x[0-9a-f]{40}$/.test(guid) ? await targetOf(asked, guid) : undefined;
    return target === undefined
      ? notOk("Unknown GUID: verifyproxycontract answers one")
      : ok(
          `The proxy's (${guid}) implementation contract is found at ${target} and is successfully updated.`,
        );
  },
};

/** @throws NodeError */
async function lookAt({ readEvm, chainId }: Asked, address: string) {
  const chain = await readEvm(chainId, async (context) => chainOf(context));
  const [look] = await lookAtContracts(chain.nodes.contracts(chain.facts), [addressOf(address)]);
  return { look: look as ContractLook, chain };
}

async function targetOf(asked: Asked, address: string): Promise<string | undefined> {
  const { look } = await lookAt(asked, address);
  const [target] = look.proxy === undefined ? [] : (look.targets ?? []);
  return target && toHex(target.address);
}

type Sent = Parameters<Answers["verifysourcecode"]>[1];

/** The compiler's input that was sent; undefined if it is none. */
function readInput(sent: Sent): StandardInput | undefined {
  if (sent.codeformat === "solidity-standard-json-input")
    return standardInput.safeParse(readJson(sent.sourceCode)).data;
  return {
    language: "Solidity",
    sources: { [`${nameOf(sent.contractname)}.sol`]: { content: sent.sourceCode } },
    settings: {
      optimizer: { enabled: sent.optimizationUsed === "1", runs: sent.runs },
      ...(sent.evmversion && sent.evmversion.toLowerCase() !== "default" && { evmVersion: sent.evmversion }),
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By the numbers that clients send. @source docs.etherscan.io, source code verification */
const LICENSES = [
  "None",
  "Unlicense",
  "MIT",
  "GNU GPLv2",
  "GNU GPLv3",
  "GNU LGPLv2.1",
  "GNU LGPLv3",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "MPL-2.0",
  "OSL-3.0",
  "Apache-2.0",
  "GNU AGPLv3",
  "BSL 1.1",
];

function licenseOf(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  return /^\d+$/.test(text) ? LICENSES[Number(text) - 1] : text;
}

/** The name in `src/Coin.sol:Coin`. */
function nameOf(contract: string): string {
  return contract.split(":").at(-1) ?? "";
}
