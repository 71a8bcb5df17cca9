import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientOf, openTrustedProxies, THIS_MACHINE } from "./client-address";

const NOBODY = openTrustedProxies([]);
const PROXIES = openTrustedProxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"]);

const of = (peer: string | undefined, forwardedFor?: string, trusted = PROXIES) =>
  clientOf({ peer, forwardedFor }, trusted);

describe("who a request is counted for", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["127.0.0.1", THIS_MACHINE],
    ["127.1.2.3", THIS_MACHINE],
    ["::1", THIS_MACHINE],
    ["::ffff:127.0.0.1", THIS_MACHINE],
    ["2001:db8:a:b:1:2:3:4", "2001:db8:a:b::/64"],
    ["2001:db8:a:b::", "2001:db8:a:b::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [undefined, "unknown"],
  ])("a connection from %s is %s", (peer, client) => {
    expect(of(peer)).toBe(client);
  });

  it("is the connection's address without a trusted proxy, whatever it says", () => {
    for (const forged of ["192.0.2.1", "127.0.0.1", "10.0.0.1, 10.0.0.2", "", "x", "unknown"]) {
      expect(of("198.51.100.9", forged)).toBe("198.51.100.9");
      expect(of("10.0.0.1", forged, NOBODY)).toBe("10.0.0.1");
    }
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["203.0.113.5, 192.0.2.1", "192.0.2.1"],
    ["127.0.0.1, 192.0.2.1", "192.0.2.1"],
    ["203.0.113.5, 192.0.2.1, 10.9.9.9", "192.0.2.1"],
    ["192.0.2.1,2001:db8:1:2::3 , 10.9.9.9", "192.0.2.1"],
    ["192.0.2.1:4711", "192.0.2.1"],
    ["[2001:db8:a:b::1]:443", "2001:db8:a:b::/64"],
    ["2001:DB8:A:B::1", "2001:db8:a:b::/64"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["10.1.1.1, 10.2.2.2", "10.1.1.1"],
  ])("is whom a trusted proxy heard: %s is %s", (forwardedFor, client) => {
    for (const peer of ["127.0.0.1", "::ffff:10.0.0.1", "2001:db8:1::9"])
      expect(of(peer, forwardedFor)).toBe(client);
  });

  it("is the last proxy that can be believed when what it says is no address", () => {
    expect(of("10.0.0.1", "192.0.2.1, unknown")).toBe("10.0.0.1");
    expect(of("10.0.0.1", "192.0.2.1, _hidden, 10.0.0.2")).toBe("10.0.0.2");
    expect(of("10.0.0.1", "")).toBe("10.0.0.1");
  });

  it("is never this machine through a proxy, which would have no limit", () => {
    for (const forwardedFor of ["127.0.0.1", "::1", "", "127.0.0.1, 127.0.0.1"])
      for (const trusted of [NOBODY, PROXIES])
        expect(of("127.0.0.1", forwardedFor, trusted)).not.toBe(THIS_MACHINE);
  });

  it("does not depend on what a client writes to the left of what a trusted proxy adds", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.ipV4(), fc.ipV6()), (written, client) => {
        fc.pre(!PROXIES.has(client));
        expect(of("10.0.0.1", `${written}, ${client}`)).toBe(of("10.0.0.1", client));
      }),
    );
  });

  it("counts all of an IPv6 network of 64 bits together, and no other", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const groups = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(groups, groups, groups, (net, one, other) => {
        const at = (tail: string[], head = net) => of([...head, ...tail].join(":"));
        fc.pre(/^[23]/.test(net[0]?.padStart(4, "0") ?? ""));
        expect(at(one)).toBe(at(other));
        const next = [...net.slice(0, 3), net[3] === "0" ? "1" : "0"];
        expect(at(one, next)).not.toBe(at(one));
      }),
    );
  });
});
