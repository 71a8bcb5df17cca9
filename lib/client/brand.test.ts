import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openBrand, readBrand } from "./brand";

const folder = mkdtempSync(join(tmpdir(), "firn-brand-"));
const path = join(folder, "brand.json");
afterAll(() => rmSync(folder, { recursive: true }));

function write(brand: object | string): void {
  const next = `${path}.next`;
  writeFileSync(next, typeof brand === "string" ? brand : JSON.stringify(brand));
  renameSync(next, path);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
writeFileSync(join(folder, "logo.svg"), SVG);
writeFileSync(join(folder, "big.png"), "x".repeat(200_001));

describe("a brand", () => {
  it("is read with its logo", () => {
    const accent = { light: "#1659b5", dark: "#8fbefa" };
    const links = [
      { label: "Our site", href: "https://example.org" },
      { label: "All L1s", href: "/l1s" },
    ];
    write({ name: " Example L1 ", home: ["Hello."], accent, links, logo: "logo.svg" });
    const { logo, ...rest } = readBrand(path);
    expect(rest).toEqual({ name: "Example L1", home: ["Hello."], accent, links });
    expect(logo?.type).toBe("image/svg+xml");
    expect(Buffer.from(logo?.bytes ?? []).toString()).toBe(SVG);
  });

  it.each([
    ["{", "is not JSON"],
    [{}, "name"],
    [{ name: " " }, "name: must not be empty"],
    [{ name: "a", nmae: "b" }, "nmae"],
    [{ name: "a", accent: { light: "red", dark: "#000000" } }, "accent.light: must be a colour like #1659b5"],
    [{ name: "a", links: [{ label: "x", href: "javascript:alert(1)" }] }, "links.0.href: must be a URL"],
    [{ name: "a", links: [{ label: "x", href: "//example.org" }] }, "links.0.href: must be a URL"],
    [{ name: "a", logo: "logo.html" }, "logo: must be an svg, png or webp file"],
    [{ name: "a", logo: "none.svg" }, "names a logo that can't be read (ENOENT)"],
    [{ name: "a", logo: "big.png" }, "names a logo of more than 200 kB"],
  ])("of %j is refused: %s", (brand, said) => {
    write(brand);
    expect(() => readBrand(path)).toThrow(said);
  });

  it("follows its file, keeps the last one that was right, and says once what is wrong", () => {
    const said: string[] = [];
    let nowMs = 0;
    write({ name: "One" });
    const brand = openBrand(path, { nowMs: () => nowMs, warn: (message) => said.push(message) });
    const later = () => {
      nowMs += 2_000;
      return brand().name;
    };
    expect(brand().name).toBe("One");
    write({ name: "Two" });
    expect(brand().name).toBe("One");
    expect(later()).toBe("Two");
    write("{");
    expect([later(), later()]).toEqual(["Two", "Two"]);
    expect(said).toEqual([expect.stringMatching(/is not JSON.*Pages look as before\.$/)]);
    write({ name: "Three", logo: "own.svg" });
    expect(later()).toBe("Two");
    expect(said).toHaveLength(2);
    writeFileSync(join(folder, "own.svg"), SVG);
    write({ name: "Three", logo: "own.svg" });
    expect(later()).toBe("Three");
    const { version } = brand().logo ?? {};
    writeFileSync(join(folder, "own.svg"), `${SVG} `);
    later();
    expect(brand().logo?.version).not.toBe(version);
  });

  it("is Firn's without a file", () => {
    expect(openBrand(undefined, { nowMs: () => 0, warn: () => {} })()).toEqual({
      name: "Firn",
      logo: undefined,
    });
  });
});
