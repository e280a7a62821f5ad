import { describe, expect, test } from "vitest";
import { liveEnvironment, PUBLISHED_XPUB } from "../../../../../tests/harness/live-environment.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { readSettings, settingsTable } from "./settings.ts";

function listProblems(changes: Record<string, string | undefined>): string[] {
  try {
    readSettings({ ...liveEnvironment, ...changes }, "/project");
  } catch (error) {
    if (error instanceof StartError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("live mode", () => {
  test("starts with strong settings", { tags: ["S66"] }, () => {
    expect(listProblems({})).toEqual([]);
    expect(listProblems({ ADMIN_PASSWORD: "Nine-purple-lamps-4" })).toEqual([]);
    expect(listProblems({ DATABASE_URL: "postgres://wazi@db/wazi" })).toEqual([]);
    expect(listProblems({ DATABASE_URL: "postgres://wazi:kR8%23vQ2mZ7pX@one,two:5433/wazi" })).toEqual([]);
  });

  test.each([
    ["ADMIN_PASSWORD", "password"],
    ["ADMIN_PASSWORD", "Password1!"],
    ["ADMIN_PASSWORD", "Password2026!"],
    ["ADMIN_PASSWORD", "Admin-Wazi-2026"],
    ["ADMIN_PASSWORD", "Xk9#mQ2v"],
    ["PUBLIC_ORIGIN", undefined],
    ["PUBLIC_ORIGIN", "http://wazi.example"],
    ["TRUST_PROXY", undefined],
    ["ADMIN_ALONE_DAILY_LIMIT", undefined],
    ["CCXT_URL", "http://proxy.example"],
    ["TWELVEDATA_URL", "http://proxy.example"],
    ["S3_ENDPOINT", "http://minio.example"],
    ["ALPACA_URL", "http://proxy.example"],
    ["ALPACA_URL", "https://paper-api.alpaca.markets"],
    ["CHAIN_ETH_URL", "http://node.example:8545"],
    ["CHAIN_ETH_URL", "http://10.0.0.9:8545"],
    ["CHAIN_ETH_URL", "https://eth-sepolia.example"],
    ["CHAIN_TRON_URL", "http://tron.example"],
    ["CHAIN_TRON_URL", "https://api.shasta.trongrid.io"],
    ["CHAIN_BTC_URL", "http://wazi:x@btc.example:8332"],
    ["CHAIN_LTC_URL", "http://wazi:x@127.example:9332"],
    ["MPESA_URL", "http://daraja.example"],
    ["MPESA_URL", "https://sandbox.safaricom.co.ke"],
    ["MPESA_B2C_URL", "https://sandbox.safaricom.co.ke"],
    ["PAYOUT_SIGNER_URL", "http://signer.example"],
    ["PAYOUT_SIGNER_TOKEN", "sixteen-signs-16"],
    ["PAYSTACK_SECRET_KEY", "sk_test_0123456789abcdef"],
    ["ALPACA_KEY_ID", "PKTESTTESTTESTTEST"],
    ["CCXT_SECRET", "hunter2"],
    ["S3_SECRET_ACCESS_KEY", "minioadmin"],
    ["TWELVEDATA_API_KEY", "demo"],
    ["DOCUMENT_KEY", Buffer.alloc(32).toString("base64")],
    ["DATABASE_URL", "postgres://postgres:postgres@db/wazi"],
    ["DATABASE_URL", "postgres://wazi:Short-1@db/wazi"],
    ["DEPOSIT_XPUB_BTC", PUBLISHED_XPUB],
    ["DEPOSIT_XPUB_TRON", PUBLISHED_XPUB],
  ])("refuses a weak %s (%s), by its name and without repeating it", { tags: ["S66"] }, (variable, value) => {
    const lines = listProblems({ [variable]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${variable} `));
    if (value !== undefined && value !== "demo" && !value.startsWith("http")) expect(lines[0]).not.toContain(value);
  });

  test("lists everything that is missing at once", { tags: ["S66"] }, () => {
    const weak = {
      ADMIN_PASSWORD: "password",
      PUBLIC_ORIGIN: "",
      TRUST_PROXY: "",
      ADMIN_ALONE_DAILY_LIMIT: "",
      BROKER: "",
    };
    const names = listProblems({ ...weak, LIVE_ORDERS: "", OPERATOR_NAME: "" }).map((line) => /^\w+/.exec(line)?.[0]);
    expect(names).toEqual([
      "OPERATOR_NAME",
      "BROKER",
      "ADMIN_PASSWORD",
      "PUBLIC_ORIGIN",
      "TRUST_PROXY",
      "ADMIN_ALONE_DAILY_LIMIT",
    ]);
  });

  test("refuses plain HTTP in every setting that names a host to talk to", { tags: ["S66"] }, () => {
    const links = ["SUPPORT_URL", "WHATSAPP_URL"];
    const addresses = settingsTable.filter(({ allowed }) => allowed.includes("http://"));
    const variables = addresses.map(({ variable }) => variable).filter((variable) => !links.includes(variable));
    expect(variables.length).toBeGreaterThan(9);
    for (const variable of variables) {
      const [line, ...others] = listProblems({ [variable]: "http://elsewhere.example" });
      expect([variable, line, others]).toEqual([variable, expect.stringMatching(new RegExp(`^${variable}\\b`)), []]);
    }
  });

  test("takes plain HTTP to this machine, and to hosts that the operator names", { tags: ["S66"] }, () => {
    const own = {
      CHAIN_ETH_URL: "http://geth:8545",
      CHAIN_TRON_URL: "http://10.0.0.9:8090",
      CHAIN_BTC_URL: "http://wazi:x@[::1]:8332",
      CHAIN_LTC_URL: "http://wazi:x@localhost:9332",
      PAYOUT_SIGNER_URL: "http://[fd00::7]:9000",
    };
    const hosts = "geth, 10.0.0.9,FD00::7";
    expect(listProblems({ ...own, PRIVATE_HOSTS: hosts })).toEqual([]);
    expect(listProblems({ ...own, PRIVATE_HOSTS: "geth,10.0.0.9" })).toHaveLength(1);
    expect(listProblems({ PRIVATE_HOSTS: "8.8.8.8" })).toEqual([expect.stringContaining("the public address 8.8.8.8")]);
  });

  const mpesa = {
    MPESA_CONSUMER_KEY: "key",
    MPESA_CONSUMER_SECRET: "secret",
    MPESA_SHORTCODE: "600123",
    MPESA_PASSKEY: "passkey",
    MPESA_CALLBACK_SECRET: "dM3kT9xQ2vL7pB4nR8sW1zYc",
  };

  test.each([
    [{ ...mpesa, MPESA_CALLBACK_SECRET: "aaaaaaaaaaaaaaaaaaaaaaaa" }, "MPESA_CALLBACK_SECRET"],
    [{ ...mpesa, MPESA_SHORTCODE: "174379" }, "MPESA_SHORTCODE"],
    [{ FLUTTERWAVE_SECRET_HASH: "flutterwave-hash" }, "FLUTTERWAVE_SECRET_HASH"],
    [
      { FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST-1", FLUTTERWAVE_SECRET_HASH: "dM3kT9xQ2vL7pB4nR8sW1zYc" },
      "FLUTTERWAVE_SECRET_KEY",
    ],
    [{ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" }, "METRICS_HOST"],
    [{ METRICS_PORT: "9464", METRICS_HOST: "::" }, "METRICS_HOST"],
    [{ METRICS_PORT: "9464", METRICS_HOST: "8.8.8.8" }, "METRICS_HOST"],
    [{ METRICS_PORT: "9464", METRICS_HOST: "wazi.example" }, "METRICS_HOST"],
  ])("refuses %o", { tags: ["S66"] }, (changes, variable) => {
    expect(listProblems(changes)).toEqual([expect.stringMatching(new RegExp(`^${variable} `))]);
  });

  test("takes secrets of one's own, and metrics inside of the network", () => {
    expect(listProblems(mpesa)).toEqual([]);
    expect(listProblems({ METRICS_PORT: "9464", METRICS_HOST: "10.0.0.4" })).toEqual([]);
    expect(listProblems({ METRICS_PORT: "9464" })).toEqual([]);
    expect(listProblems({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0", PRIVATE_HOSTS: "0.0.0.0" })).toEqual([]);
  });

  test("none of this is asked of a demo", () => {
    const demo = {
      WAZI_MODE: "demo",
      ADMIN_PASSWORD: "password",
      DATABASE_URL: "postgres://postgres:postgres@db/wazi",
    };
    expect(() => readSettings(demo, "/project")).not.toThrow();
  });
});
