import { describe, expect, it } from "vitest";
import { openTrustedProxies } from "./client-address";
import { openSignIn, type SignInSettings } from "./sign-in";

const PASSWORD = "päss:wörd 1";
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

function open(settings: Partial<SignInSettings>) {
  const clock = { nowMs: 0 };
  const trusted = openTrustedProxies(["10.0.0.1"]);
  const signIn = openSignIn(
    { password: undefined, header: undefined, ...settings },
    { trusted, steadyMs: () => clock.nowMs },
  );
  const ask = (headers: Record<string, string>, peer = "192.0.2.1") =>
    signIn?.refuse({ header: (name) => headers[name], peer });
  return { signIn, ask, clock };
}

describe("a sign-in for readers", () => {
  it("is none without a password and a header", () => {
    expect(open({}).signIn).toBeUndefined();
  });

  it("takes the password under any name, with any character, and nothing else", () => {
    const { ask } = open({ password: PASSWORD });
    for (const text of [`me:${PASSWORD}`, `:${PASSWORD}`])
      expect(ask({ authorization: basic(text) })).toBeUndefined();
    for (const authorization of ["", "Basic", "Basic !", basic("no colon"), `Bearer ${PASSWORD}`, PASSWORD])
      expect(ask({ authorization })).toBe("unsigned");
    expect(ask({})).toBe("unsigned");
    for (const text of [
      `me:${PASSWORD} `,
      `me:${PASSWORD.slice(0, -1)}`,
      `me:${PASSWORD}`.toUpperCase(),
      "me:",
    ])
      expect(ask({ authorization: basic(text) })).toBe("wrong-password");
  });

  it("answers no further guess of an address for a while, not even a right one, and others all the same", () => {
    const { ask, clock } = open({ password: PASSWORD });
    const wrong = { authorization: basic("me:wrong") };
    const right = { authorization: basic(`me:${PASSWORD}`) };
    for (let each = 0; each < 10; each++) expect(ask(wrong)).toBe("wrong-password");
    expect(ask(wrong)).toBe("guessing");
    expect(ask(right)).toBe("guessing");
    expect(ask(right, "192.0.2.2")).toBeUndefined();
    clock.nowMs += 6_000;
    expect(ask(right)).toBeUndefined();
    expect(ask(wrong)).toBe("wrong-password");
    expect(ask(right)).toBe("guessing");
  });

  it("believes a trusted proxy whom it let in, and nobody else", () => {
    const { ask } = open({ header: "x-forwarded-user" });
    const named = { "x-forwarded-user": "ada" };
    for (const peer of ["10.0.0.1", "::ffff:10.0.0.1"]) expect(ask(named, peer)).toBeUndefined();
    for (const peer of ["10.0.0.2", "127.0.0.1", "", "x"]) expect(ask(named, peer)).toBe("unsigned");
    expect(ask({ "x-forwarded-user": "" }, "10.0.0.1")).toBe("unsigned");
    expect(ask({ "x-other": "ada" }, "10.0.0.1")).toBe("unsigned");
    expect(ask({ authorization: basic(`me:${PASSWORD}`) }, "10.0.0.1")).toBe("unsigned");
  });

  it("takes either where both are set", () => {
    const { ask } = open({ header: "x-forwarded-user", password: PASSWORD });
    expect(ask({ "x-forwarded-user": "ada" }, "10.0.0.1")).toBeUndefined();
    expect(ask({ authorization: basic(`me:${PASSWORD}`) })).toBeUndefined();
  });
});
