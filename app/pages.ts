import { findBlock } from "@/app/[chain]/block/[id]/find";
import { findBlocks } from "@/app/[chain]/blocks/find";
import { findContract, findNft } from "@/app/[chain]/token/find";
import { findTx } from "@/app/[chain]/tx/[id]/find";
import { findTxs } from "@/app/[chain]/txs/find";
import { findAddress } from "@/app/address/find";
import { findTransferPage } from "@/app/atomic/[id]/find";
import { findChart, findCharts, findLag } from "@/app/charts/find";
import { findL1 } from "@/app/l1/[id]/find";
import { findL1s } from "@/app/l1s/find";
import { findReadings } from "@/app/search/find";
import { findValidation } from "@/app/validation/[id]/find";
import { findValidator } from "@/app/validator/[id]/find";
import { findValidators } from "@/app/validators/find";
import { SESSION_PATH } from "@/lib/contract/operator/access";
import type { AskingPage, PageName, Requested } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import type { Existence, Find } from "./existence";

/** What is shown whatever the query says: a text that can't be read counts as none. */
const always = async () => ({ found: undefined });

/**
 * What there is at the address of a page. Asked before the page is rendered, as a page of the app router can choose its
 * status no longer, and by the page for what it shows. Every page whose address asks for something is here, or this
 * does not compile; the others are always there.
 */
const EXISTS = {
  home: always,
  blocks: findBlocks,
  block: findBlock,
  txs: findTxs,
  tx: findTx,
  token: findContract,
  collection: findContract,
  nft: findNft,
  transfer: findTransferPage,
  address: findAddress,
  validators: findValidators,
  validator: findValidator,
  l1s: findL1s,
  l1: findL1,
  validation: findValidation,
  charts: findCharts,
  lag: findLag,
  chart: findChart,
  index: always,
  search: findReadings,
  admin: always,
  signIn: always,
  console: async ({ params }) => (SESSION_PATH.test(params.path) ? { found: undefined } : "missing"),
} satisfies { [N in AskingPage]: Find<N, unknown> } & { [N in PageName]?: Find<N, unknown> };

type Finders = typeof EXISTS;

/** What a page is about; undefined of pages that are about nothing in particular. */
export type Found<N extends PageName> = N extends keyof Finders
  ? Extract<Awaited<ReturnType<Finders[N]>>, { found: unknown }>["found"]
  : undefined;

const FINDERS: { [N in PageName]?: Find<N, Found<N>> } = EXISTS;

/** What there is at an address, or why nobody can say. An API that says "no such thing" is an answer, not an error. */
export async function findPage<N extends PageName>(
  requested: Requested<N>,
): Promise<Existence<Found<N>> | FirnError> {
  const find: Find<N, Found<N>> | undefined = FINDERS[requested.page];
  // Of a page that is not in the table `Found` is undefined.
  if (find === undefined) return { found: undefined as Found<N> };
  try {
    return await find(requested);
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    return error.code === "NOT_FOUND" || error.code === "BAD_PARAMETER" ? "missing" : error;
  }
}
