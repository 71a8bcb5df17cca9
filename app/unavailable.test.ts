import { expect, it } from "vitest";
import { NAVIGATION } from "@/components/layout/navigation";
import { unavailablePage } from "./unavailable";

it("a page without data links to all others, and has the status of the failure", async () => {
  const page = unavailablePage("http://127.0.0.1:8080/<script>");
  expect(page.status).toBe(502);
  const html = await page.text();
  for (const { href, label } of NAVIGATION) expect(html).toContain(`<a href="${href}">${label}</a>`);
  expect(html).toContain("nothing answers there");
  expect(html).not.toContain("<script>");
});
