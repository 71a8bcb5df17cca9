import { expect, test } from "vitest";
import { VmChain } from "../evm/chain";
import { callData, deployment } from "../evm/contracts";
import { indexChains } from "../evm/indexed";
import { NO_SUCH_METHOD, serveVmNode } from "../evm/node";
import { openExporting } from "../exporting";

const HOURS = 3_600;

/** An account's transactions of several days, a few a day. */
test("a file that would be too long ends with a whole day, and the next one goes on", async () => {
  const chain = await VmChain.open({ chainId: 99_999 });
  const [first = "", second = ""] = chain.accounts;
  const made = await chain.mine([{ from: 0, data: deployment("FeeCoin") }]);
  const coin = made.transactions[0]?.contractAddress ?? "";
  for (let i = 0; i < 40; i++)
    await chain.mine(
      [
        { from: 0, to: second, value: BigInt(i) },
        { from: 0, to: coin, data: callData("mint(address,uint256)", [second, BigInt(i)]) },
        { from: 1, to: coin, data: callData("transfer(address,uint256)", [first, 1n]) },
      ],
      7 * HOURS,
    );
  const node = await serveVmNode(chain);
  node.alter = ({ method }, answer) => (method === "debug_traceBlockByNumber" ? NO_SUCH_METHOD : answer);
  const firn = await indexChains();
  try {
    firn.add(node);
    await firn.reach(node);
    const exporting = openExporting(firn);
    const ask = (days: object, options: { mostBytes?: number; turnMs?: number } = {}) =>
      exporting.export(
        {
          type: "TRANSACTION_EXPORT_EVM",
          options: { addresses: [first, second], includeChains: ["99999"] },
          ...days,
        },
        options,
      );
    const linesOf = (file: Buffer) => file.toString().split("\r\n").slice(1, -1);
    const whole = await ask({});
    expect(whole.operation).toMatchObject({
      operationStatus: "COMPLETED_WITH_WARNING",
      message: expect.stringContaining("chain 99999: some transactions have no trace"),
    });
    const lines = linesOf(whole.file);
    expect(lines.length).toBeGreaterThan(100);

    const parts: string[] = [];
    let files = 0;
    for (let firstDate: string | undefined; ; files++) {
      const { file, operation } = await ask({ firstDate }, { mostBytes: 8_000, turnMs: 1 });
      expect(file.length).toBeLessThanOrEqual(8_000);
      parts.push(...linesOf(file));
      const { code, nextDate } = operation.metadata ?? {};
      if (nextDate === undefined) break;
      expect(code).toBe("WarnTruncatedExport");
      expect(operation.message).toContain(`go on with firstDate ${nextDate}`);
      firstDate = nextDate;
    }
    expect(files).toBeGreaterThan(3);
    expect(parts).toEqual(lines);

    // Days by themselves are the same rows.
    const timeOf = (line: string) => line.split(",")[2] ?? "";
    const days = [...new Set(lines.map((line) => timeOf(line).slice(0, 10)))];
    for (const day of days) {
      const { file } = await ask({ firstDate: day, lastDate: day });
      expect(linesOf(file)).toEqual(lines.filter((line) => timeOf(line).startsWith(day)));
    }
  } finally {
    await firn.close();
    await node.close();
  }
});
