import { TokenContractPage } from "@/app/[chain]/token/token-page";
import { definePage, defineTitle } from "@/app/define-page";
import { nameOfContract } from "@/components/evm/token/contract-head";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("token", ({ found }) =>
  found instanceof FirnError ? "Token" : nameOfContract(found.contract),
);

export default definePage("token", TokenContractPage);
