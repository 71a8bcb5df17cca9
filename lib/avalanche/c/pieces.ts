import { toHex } from "../codec/bytes";
import { oneOf, struct } from "../codec/combinators";
import { amount, bytes, id, u64 } from "../codec/fields";
import { named } from "../codec/layout";
import { showAmount } from "../show";
import { OUTPUTS } from "../utxo/outputs";
import { INPUTS, inAsset, transferableInput, transferableOutput } from "../utxo/transferable";

/** 20 bytes of an EVM account. */
const account = named({ label: "Account" }, bytes(20));

/** An amount imported from atomic memory or exported to it. */
export const cInput = transferableInput(oneOf({ "secp256k1.transfer": INPUTS["secp256k1.transfer"] }));
export const cOutput = transferableOutput(oneOf({ "secp256k1.transfer": OUTPUTS["secp256k1.transfer"] }));

/** An amount that an account receives. */
export const evmOutput = inAsset(
  struct(
    { address: account, amount, assetId: id },
    { show: ({ address, amount }, format) => `${showAmount(amount, format)} to ${toHex(address)}` },
  ),
);

/** An amount that an account spends, with the account's nonce before. */
export const evmInput = inAsset(
  struct(
    { address: account, amount, assetId: id, nonce: u64 },
    { show: ({ address, amount }, format) => `${showAmount(amount, format)} of ${toHex(address)}` },
  ),
);
