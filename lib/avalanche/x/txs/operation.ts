import { array, fieldsToJson, oneOf, struct } from "../../codec/combinators";
import { id, u32, varBytes } from "../../codec/fields";
import { fxIdOf, input, outputOwners, signatureIndices } from "../../codec/fx";
import { named, spread, type TypeOf } from "../../codec/layout";
import type { OutputType, UtxoEffect } from "../../effects";
import { defineTx } from "../../transaction";
import { type AnyOutput, OUTPUTS } from "../../utxo/outputs";
import { moves, produced } from "../../utxo/transferable";
import { baseTx } from "../pieces";

const groupId = named({ label: "Group" }, u32);

/** What can be done with a right or an NFT. */
const operation = oneOf({
  "secp256k1.mint": {
    typeId: 8,
    layout: struct({
      mintInput: spread(input),
      mintOutput: OUTPUTS["secp256k1.mint"].layout,
      transferOutput: OUTPUTS["secp256k1.transfer"].layout,
    }),
  },
  "nft.mint": {
    typeId: 12,
    layout: struct({ mintInput: spread(input), groupId, payload: varBytes(), outputs: array(outputOwners) }),
  },
  "nft.transfer": {
    typeId: 13,
    layout: struct({ input: spread(input), output: OUTPUTS["nft.transfer"].layout }),
  },
  "property.mint": {
    typeId: 17,
    layout: struct({
      mintInput: spread(input),
      mintOutput: OUTPUTS["property.mint"].layout,
      ownedOutput: OUTPUTS["property.owned"].layout,
    }),
  },
  "property.burn": { typeId: 18, layout: struct({ signatureIndices }) },
});
type Operation = TypeOf<typeof operation>;

const spentFields = { txId: named({ label: "Spent transaction" }, id), outputIndex: u32 };
const operationFields = {
  assetId: id,
  inputIds: named({ label: "Inputs" }, array(struct(spentFields))),
  operation: spread(operation),
};
const assetOperation = struct(operationFields, {
  show: ({ operation }) => operation.type,
  toJson: (value, format) => {
    const { operation, ...rest } = fieldsToJson(operationFields, value, format);
    return { ...rest, fxID: fxIdOf(value.operation.type), ...(operation !== undefined && { operation }) };
  },
});

/** Mints, transfers or burns, by rights and NFTs. */
export const operationTx = defineTx({
  typeId: 2,
  name: "OperationTx",
  since: "apricot",
  gas: "none",
  body: { base: baseTx, operations: array(assetOperation) },
  effects: ({ base, operations }) => [
    ...moves(base),
    ...operations.flatMap(({ assetId, inputIds, operation }, i) =>
      inputIds.map(
        ({ txId, outputIndex }): UtxoEffect => ({
          kind: "utxo.consumed",
          sourceTxId: txId,
          outputIndex,
          assetId,
          // operations only apply to rights and NFTs
          amount: 0n,
          outputType: SPENT[operation.type],
          credential: base.inputs.length + i,
          sigIndices: signersOf(operation),
        }),
      ),
    ),
    ...produced(
      operations.flatMap(({ assetId, operation }) =>
        outputsOf(operation).map((output) => ({ assetId, output })),
      ),
      base.outputs.length,
    ),
  ],
});

/** The kind of output that each operation spends. */
const SPENT = {
  "secp256k1.mint": "secp256k1.mint",
  "nft.mint": "nft.mint",
  "nft.transfer": "nft.transfer",
  "property.mint": "property.mint",
  "property.burn": "property.owned",
} as const satisfies Record<Operation["type"], OutputType>;

function signersOf(operation: Operation): number[] {
  if (operation.type === "property.burn") return operation.signatureIndices;
  return operation.type === "nft.transfer"
    ? operation.input.signatureIndices
    : operation.mintInput.signatureIndices;
}

/** New outputs, in order. Mint rights are created again, except for NFTs, whose mint output is spent for good. */
function outputsOf(operation: Operation): AnyOutput[] {
  switch (operation.type) {
    case "secp256k1.mint":
      return [
        { type: "secp256k1.mint", ...operation.mintOutput },
        { type: "secp256k1.transfer", ...operation.transferOutput },
      ];
    case "nft.mint": {
      const { groupId, payload, outputs } = operation;
      return outputs.map((owner) => ({ type: "nft.transfer", groupId, payload, ...owner }));
    }
    case "nft.transfer":
      return [{ type: "nft.transfer", ...operation.output }];
    case "property.mint":
      return [
        { type: "property.mint", ...operation.mintOutput },
        { type: "property.owned", ...operation.ownedOutput },
      ];
    case "property.burn":
      return [];
  }
}
