import { z } from "zod";
import { method } from "../rpc";
import { encodingParam, idParam, textParam, textsParam, u32Param, u64 } from "./wire";

/** UTXOs and balances, in the form of all three chains' APIs. */

/** A position in a walk over addresses and their UTXOs: bech32 with its chain, and the cb58 key of a UTXO. */
const position = z.object({ address: z.string(), utxo: z.string() });

/** `getUTXOs` of an API. `sourceChain` requests what that chain exported; `limit` 0 and above 1024 mean 1024. */
export function getUtxosOf<const Service extends string>(service: Service) {
  return method(
    `${service}.getUTXOs`,
    z.object({
      addresses: textsParam,
      sourceChain: textParam,
      limit: u32Param,
      startIndex: z
        .object({ address: textParam, utxo: textParam })
        .nullish()
        .transform((start) => start ?? { address: "", utxo: "" }),
      encoding: encodingParam,
    }),
    z.object({ numFetched: u64, utxos: z.array(z.string()), endIndex: position, encoding: z.string() }),
  );
}

export const utxoReference = z.object({ txID: z.string(), outputIndex: u64 });

const amounts = z.record(z.string(), u64);

/**
 * Amounts by asset, and AVAX separately. A UTXO counts in full for each of its owners. `utxoIDs` is null if there are
 * none.
 */
export const getPlatformBalance = method(
  "platform.getBalance",
  z.object({ addresses: textsParam }),
  z.object({
    balance: u64,
    unlocked: u64,
    lockedStakeable: u64,
    lockedNotStakeable: u64,
    balances: amounts,
    unlockeds: amounts,
    lockedStakeables: amounts,
    lockedNotStakeables: amounts,
    utxoIDs: z.array(utxoReference).nullable(),
  }),
);

/**
 * What was paid at the end of a stake, by the staking transaction; for an auto-renewed validator, by the transaction
 * that ended the cycle.
 */
export const getRewardUTXOs = method(
  "platform.getRewardUTXOs",
  z.object({ txID: idParam, encoding: encodingParam }),
  z.object({ numFetched: u64, utxos: z.array(z.string()), encoding: z.string() }),
);
