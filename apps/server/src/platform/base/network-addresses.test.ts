import { describe, expect, it } from "vitest";
import { isLoopback, isPublicAddress } from "./network-addresses.ts";

describe("a public service", () => {
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

describe("this machine", () => {
  it.each(["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.10", "::1", "[::1]"])("is meant by %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(["127.example", "127.0.0.1.example", "localhost.example", "10.0.0.1", "::", "[::2]", ""])(
    "is not meant by %j",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
