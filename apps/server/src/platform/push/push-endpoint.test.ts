import { describe, expect, it } from "vitest";
import { isPublicAddress, isPushEndpoint } from "./push-endpoint.ts";

describe("the address of a push service", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://db5p.notify.windows.com/w/?token=BQYAAAB",
  ])("may be %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it.each([
    ["no address", "fcm"],
    ["no TLS", "http://fcm.googleapis.com/x"],
    ["another scheme", "file:///etc/passwd"],
    ["another port", "https://fcm.googleapis.com:8443/x"],
    ["credentials", "https://user:password@fcm.googleapis.com/x"],
    ["this machine", "https://localhost/x"],
    ["this machine with a dot", "https://localhost./x"],
    ["a name in this machine", "https://db.localhost/x"],
    ["an IPv4 address", "https://127.0.0.1/x"],
    ["a public IPv4 address", "https://8.8.8.8/x"],
    ["an IPv4 address as a number", "https://2130706433/x"],
    ["an IPv4 address in octal", "https://0177.0.0.1/x"],
    ["a short IPv4 address", "https://127.1/x"],
    ["an IPv6 address", "https://[::1]/x"],
    ["a name without a dot", "https://metadata/x"],
    ["the metadata of a cloud", "https://metadata.google.internal/x"],
    ["a local name", "https://printer.local/x"],
    ["a reverse name", "https://1.0.0.127.in-addr.arpa/x"],
  ])("has not %s", (_what, endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  it.each(["8.8.8.8", "172.217.20.74", "2607:f8b0:4004:c07::5f", "2a00:1450:4009:81e::200a"])(
    "is reached at %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...[
      "0.0.0.0",
      "10.1.2.3",
      "100.64.0.1",
      "127.0.0.1",
      "127.255.255.254",
      "169.254.169.254",
      "172.16.0.1",
      "172.31.255.255",
    ],
    ...["192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...[
      "::",
      "::1",
      "::ffff:127.0.0.1",
      "::ffff:8.8.8.8",
      "64:ff9b::7f00:1",
      "fc00::1",
      "fd12:3456::1",
      "fe80::1",
      "ff02::1",
    ],
    ...["2002:7f00:1::", "2001:0:4136:e378::", "2001:db8::1", "localhost", ""],
  ])("is never reached at %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
