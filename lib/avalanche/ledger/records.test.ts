import { expect, it } from "vitest";
import { parseRecord, serializeRecord } from "./records";
import { id, sampleLedger, stake } from "./sample-ledger";

it("reads back every record as it was written", () => {
  const ledger = sampleLedger({ proposal: new Uint8Array([0, 255, 7]) });
  stake(ledger, { txId: 1, node: 1, autoRenew: { period: 0n, autoCompoundShares: 5 } });
  const subnet = {
    subnetId: id(9),
    conversion: { conversionId: id(1), managerChainId: id(2), managerAddress: new Uint8Array() },
  };
  expect(parseRecord<"chain">(serializeRecord(ledger.state.chain()))).toEqual(ledger.state.chain());
  const staker = ledger.state.nextStaker("current");
  expect(staker && parseRecord<"staker">(serializeRecord(staker))).toEqual(staker);
  expect(parseRecord<"subnet">(serializeRecord(subnet))).toEqual(subnet);
});
