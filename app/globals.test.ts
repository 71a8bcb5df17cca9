import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "tailwindcss";
import ts from "typescript";
import { expect, it } from "vitest";
import config from "../tailwind.config";

/** Classes in markup are utilities over the tokens: each has a rule, and every rule and token has a user. */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SHEETS = ["app/globals.css", "app/styles/tokens.css", "app/styles/base.css"];

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
    .map((path) => join(folder, path)),
);
const used = usedClasses();

it("every class has a rule", async () => {
  const rules = classesIn(await compileSheet([...used.keys()]));
  // Names of groups and peers exist for the rules of others.
  const missing = [...used].filter(([name]) => !rules.has(name) && !/^(group|peer)(\/|$)/.test(name));
  expect(missing).toEqual([]);
});

it("every rule has a user", async () => {
  // The build makes rules from every word that could be a class.
  const words = sources.flatMap((path) => read(path).split(/[\s"'`]+/));
  const rules = [...classesIn(await compileSheet(words))];
  expect(rules.filter((name) => !used.has(name))).toEqual([]);
});

it("our own sheets style elements only: a component's look is in its file", () => {
  for (const path of SHEETS) expect([...classesIn(read(path))], path).toEqual([]);
});

it("every token has a user", async () => {
  const built = await compileSheet([...used.keys()]);
  const text = [built, read("tailwind.config.ts"), ...sources.map(read)].join("\n");
  const tokens = [...read("app/styles/tokens.css").matchAll(/^\s*(--[\w-]+):/gm)].map(
    ([, name = ""]) => name,
  );
  expect(tokens.filter((name) => !text.includes(`var(${name})`) && !text.includes(`var(${name},`))).toEqual(
    [],
  );
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The stylesheet as the build makes it, from these candidates instead of those in the sources. */
async function compileSheet(candidates: string[]): Promise<string> {
  const require = createRequire(join(ROOT, "package.json"));
  const { build } = await compile(read("app/globals.css"), {
    base: join(ROOT, "app"),
    loadStylesheet: async (id, base) => {
      const path = id.startsWith(".") ? join(base, id) : require.resolve(id);
      return { path, base: dirname(path), content: readFileSync(path, "utf8") };
    },
    loadModule: async (_, base) => ({ path: "", base, module: config }),
  });
  return build(candidates);
}

/** Names of the classes that have rules. */
function classesIn(css: string): Set<string> {
  const rules = css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g);
  const selectors = [...rules]
    .map(([, selector = ""]) => selector.trim())
    .filter((one) => !one.startsWith("@"));
  const names = selectors.join("\n").matchAll(/\.((?:\\[0-9a-f]+ |\\.|[\w-])+)/g);
  return new Set([...names].map(([, name = ""]) => name.replace(/\\3([0-9]) |\\(.)/g, "$1$2")));
}

/** Every class name in markup, with a file that uses it. */
function usedClasses(): Map<string, string> {
  const files = sources.map((path) => ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
  const found = new Map<string, string>();
  // Names of constants, each with its file.
  const named = new Set<string>();
  const take = (node: ts.Node | undefined, { fileName }: ts.SourceFile) => {
    const { texts, names } = classTexts(node);
    for (const name of texts.flatMap((text) => text.split(/\s+/))) if (name !== "") found.set(name, fileName);
    for (const name of names) named.add(`${fileName} ${name}`).add(name);
  };
  const constants: ts.VariableDeclaration[] = [];
  for (const file of files) each(file, (node) => ts.isVariableDeclaration(node) && constants.push(node));
  for (const file of files)
    each(file, (node) => {
      if (ts.isJsxAttribute(node) && node.name.getText() === "className") take(node.initializer, file);
      if (ts.isCallExpression(node) && node.expression.getText() === "classes") take(node, file);
    });
  // Constants may be made of other constants: repeat until there are no more.
  for (let before = -1; before < named.size; ) {
    before = named.size;
    for (const constant of constants) {
      const file = constant.getSourceFile();
      const statement = constant.parent.parent;
      const isExported = ts.isVariableStatement(statement) && statement.modifiers !== undefined;
      const name = constant.name.getText();
      if (named.has(isExported ? name : `${file.fileName} ${name}`)) take(constantOf(constant), file);
    }
  }
  return found;
}

/** A constant's value, unless it is a list. */
function constantOf({ initializer }: ts.VariableDeclaration): ts.Node | undefined {
  if (initializer === undefined || ts.isArrayLiteralExpression(initializer)) return undefined;
  return ts.isAsExpression(initializer) || ts.isSatisfiesExpression(initializer)
    ? initializer.expression
    : initializer;
}

/** Class names that an expression gives: texts, and names of constants. Conditions give none. */
function classTexts(node: ts.Node | undefined): { texts: string[]; names: string[] } {
  if (node === undefined) return { texts: [], names: [] };
  if (ts.isStringLiteralLike(node)) return { texts: [node.text], names: [] };
  if (ts.isIdentifier(node)) return { texts: [], names: [node.text] };
  const parts = partsOf(node).map(classTexts);
  return { texts: parts.flatMap(({ texts }) => texts), names: parts.flatMap(({ names }) => names) };
}

/** Parts of an expression that become class names. */
function partsOf(node: ts.Node): (ts.Node | undefined)[] {
  if (ts.isJsxExpression(node) || ts.isElementAccessExpression(node)) return [node.expression];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isObjectLiteralExpression(node)) return propertiesOf(node);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? [node.right] : [];
  if (!ts.isCallExpression(node)) return [];
  if (node.expression.getText() === "classes") return [...node.arguments];
  // A look: its first argument is its kind; class names follow, or come as `more`.
  const [first, ...rest] = node.arguments;
  const more = first !== undefined && ts.isObjectLiteralExpression(first) ? propertiesOf(first, "more") : [];
  return [...more, ...rest];
}

function propertiesOf({ properties }: ts.ObjectLiteralExpression, named?: string): ts.Node[] {
  return properties
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => named === undefined || name.getText() === named)
    .map(({ initializer }) => initializer);
}

function each(node: ts.Node, visit: (node: ts.Node) => unknown): void {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}
