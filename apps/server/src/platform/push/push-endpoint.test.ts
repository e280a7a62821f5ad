import { describe, expect, it } from "vitest";
import { isPushEndpoint } from "./push-endpoint.ts";

describe("the address of a push service", { tags: ["S63"] }, () => {
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
});
