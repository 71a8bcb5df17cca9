import { TokenContractPage } from "@/app/[chain]/token/token-page";
import { definePage, defineTitle } from "@/app/define-page";
import { nameOfContract } from "@/components/evm/token/contract-head";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("collection", ({ found }) =>
  found instanceof FirnError ? "Collection" : nameOfContract(found.contract),
);

export default definePage("collection", TokenContractPage);
