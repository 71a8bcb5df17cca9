import { splitAmount } from "@/components/ui/format";

/**
 * The command of Ava Labs' platform CLI that adds to the balance of a validation, for whoever holds a key with AVAX.
 * @source build.avax.network/docs/tooling/platform-cli/l1-validators
 */
export function topUpCommand(validationId: string, navax: bigint): string {
  const { integer, fraction } = splitAmount(navax, 9);
  const avax = `${integer.replaceAll(",", "")}${fraction === "" ? "" : `.${fraction}`}`;
  return `platform l1 add-balance --validation-id ${validationId} --balance ${avax} --key-name <your key>`;
}
