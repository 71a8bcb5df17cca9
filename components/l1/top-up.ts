import { splitAmount } from "@/lib/words/format";

/**
 * The command of Ava Labs' platform CLI that tops up a validation's balance. Any key with AVAX can run it.
 * @source build.avax.network/docs/tooling/platform-cli/l1-validators
 */
export function topUpCommand(validationId: string, navax: bigint): string {
  const { integer, fraction } = splitAmount(navax, 9);
  const avax = `${integer.replaceAll(",", "")}${fraction === "" ? "" : `.${fraction}`}`;
  return `platform l1 add-balance --validation-id ${validationId} --balance ${avax} --key-name <your key>`;
}
