import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { nodeCommand } from "./commands";

test("a command passes its parameters to the shell unchanged, whatever they hold", () => {
  const params = { loggerName: `C'; echo "$(id)" '\\'' #` };
  const { text } = nodeCommand("http://127.0.0.1:9650", {
    api: "admin",
    method: "admin.getLoggerLevel",
    params,
  });
  const words = execFileSync("sh", ["-c", text.replace(/^curl/, "printf '%s\\n'")], { encoding: "utf8" });
  const [, , , body = "", url] = words.split("\n");
  expect(JSON.parse(body).params).toEqual(params);
  expect(url).toBe("http://127.0.0.1:9650/ext/admin");
});
