import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withdrawalSettings } from "../../withdrawals/settings.ts";
import { describe, expect, test } from "vitest";
import { operatorEnvironment, PUBLISHED_XPUB } from "../../../../../tests/harness/live-environment.ts";
import { madeUpRates, writeLocalRates } from "../../../../../tests/harness/local-rates.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { nouns } from "../modules.ts";
import { readSettings, settingsTable } from "./settings.ts";

function listProblems(env: Record<string, string>): string[] {
  try {
    readSettings(env, "/project");
  } catch (error) {
    if (error instanceof StartError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const licensed = { ...operatorEnvironment, COUNTRIES_SERVED: "Kenya, Ghana" };

describe("settings", () => {
  test("uses a demo on the embedded database by default", () => {
    expect(readSettings({}, "/project")).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDir: "/project/.data",
      databaseUrl: undefined,
      mode: "demo",
      role: "all",
      adminEmail: "admin@wazi.local",
      adminPassword: undefined,
      marketFeed: { kind: "simulated", seed: undefined },
      profitShareAbove: "nothing",
      localRatesDir: undefined,
      brokers: [],
      kycRequiredFor: "none",
      adminAloneDailyLimit: undefined,
      withdrawalDailyLimit: undefined,
      addressWaitHours: 0,
      payouts: "manual",
      push: { isOn: true },
      chains: expect.objectContaining({ credit: "manual", urls: {} }) as object,
      mpesa: undefined,
      payoutDailyLimit: undefined,
      payoutMaxNetworkFee: 2_500n,
      paystackSecretKey: undefined,
      flutterwaveSecretKey: undefined,
      flutterwaveSecretHash: undefined,
      b2cShortCode: undefined,
      b2cInitiator: undefined,
      b2cCredential: undefined,
      b2cConsumerKey: undefined,
      b2cConsumerSecret: undefined,
      b2cCallbackSecret: undefined,
      b2cCallbackAddresses: withdrawalSettings.entries.b2cCallbackAddresses.fallback.split(","),
      b2cUrl: "https://api.safaricom.co.ke",
      documents: { store: { kind: "folder" }, keys: [] },
      documentKeyLost: "off",
      supportUrl: undefined,
      whatsappUrl: undefined,
      rateLimitScale: 1,
      drainSeconds: 0,
      simulatedSpeed: 60,
      cashInterest: { kind: "fixed", ratePct: 4, marginPct: 0 },
      mail: { from: "Wazi <no-reply@wazi.local>", server: undefined },
      entryLimits: { maxDailyLoss: 500n, maxMarketExposure: 5_000n },
      logLevel: "info",
      logFormat: undefined,
      trustProxy: undefined,
      publicOrigin: undefined,
      databaseConnections: 8,
      metricsPort: undefined,
      metricsHost: "127.0.0.1",
      operator: undefined,
    });
  });

  test("treats an empty variable as not set", () => {
    const empty = Object.fromEntries(settingsTable.map(({ variable }) => [variable, ""]));
    expect(readSettings(empty, "/project")).toEqual(readSettings({}, "/project"));
  });

  test("reads the variables that are set", () => {
    const folder = mkdtempSync(join(tmpdir(), "replay-"));
    const settings = readSettings(
      {
        PORT: "0",
        HOST: "::1",
        DATA_DIR: "elsewhere",
        DATABASE_URL: "postgres://u:p@db:5432/wazi",
        ROLE: "api",
        MARKET_FEED: `replay:${folder}`,
        REPLAY_SPEED: "2.5",
        SIMULATED_SPEED: "600",
        CASH_INTEREST_SOURCE: "fixed:4.5",
        CASH_INTEREST_MARGIN_PCT: "0.5",
        PROFIT_SHARE_ABOVE: "bills",
        MAX_DAILY_LOSS_PCT: "2.5",
        MAX_MARKET_EXPOSURE_PCT: "100",
        RATE_LIMIT_SCALE: "0",
        TRUST_PROXY: "10.0.0.0/8, loopback",
        PUBLIC_ORIGIN: "https://Wazi.example/",
      },
      "/project",
    );
    expect(settings).toMatchObject({
      port: 0,
      host: "::1",
      dataDir: "/project/elsewhere",
      databaseUrl: "postgres://u:p@db:5432/wazi",
      role: "api",
      marketFeed: { kind: "replay", folder, barsPerSecond: 2.5, loops: false },
      simulatedSpeed: 600,
      cashInterest: { kind: "fixed", ratePct: 4.5, marginPct: 0.5 },
      profitShareAbove: "bills",
      entryLimits: { maxDailyLoss: 250n, maxMarketExposure: 10_000n },
      rateLimitScale: 0,
      trustProxy: ["10.0.0.0/8", "loopback"],
      publicOrigin: "https://wazi.example",
    });
  });

  test.each([
    ["0", 0n],
    ["5000", 500_000n],
    ["2500.5", 250_050n],
    [" 9999999999.99 ", 999_999_999_999n],
  ])("requires two administrators above %s dollars", (text, cents) => {
    expect(readSettings({ ADMIN_ALONE_DAILY_LIMIT: text }, "/project").adminAloneDailyLimit).toBe(cents);
  });

  test.each(["FOUR_EYES_ABOVE", "ADJUSTMENT_LIMIT", "ADJUSTMENT_TOTAL_LIMIT"])(
    "say what took the place of %s",
    (name) => {
      expect(listProblems({ [name]: "5000" })).toEqual([
        `${name} is no longer a setting. ADMIN_ALONE_DAILY_LIMIT took its place.`,
      ]);
      expect(listProblems({ [name]: "" })).toEqual([]);
    },
  );

  test("need a rate for a profit share above bills", () => {
    expect(listProblems({ PROFIT_SHARE_ABOVE: "bills", CASH_INTEREST_SOURCE: "none" })).toEqual([
      "PROFIT_SHARE_ABOVE: bills needs a rate, and CASH_INTEREST_SOURCE is none. Allowed: nothing.",
    ]);
    expect(listProblems({ PROFIT_SHARE_ABOVE: "bills", CASH_INTEREST_SOURCE: "fixed:0" })).toEqual([]);
    // Where it is not set, idle cash in a demo earns a rate.
    expect(listProblems({ PROFIT_SHARE_ABOVE: "bills" })).toEqual([]);
    expect(listProblems({ PROFIT_SHARE_ABOVE: "nothing", CASH_INTEREST_SOURCE: "none" })).toEqual([]);
  });

  test("need a rate that is known beforehand for interest on balances, and a demo", () => {
    const basis = { BALANCE_INTEREST_LEGAL_BASIS: "Deposit licence 12/2026" };
    const needs = "BALANCE_INTEREST_LEGAL_BASIS needs a rate that is known before each day, and CASH_INTEREST_SOURCE";
    const allowed = "Allowed: fixed:<per cent a year> or bills.";
    expect(listProblems(basis)).toEqual([`${needs} is not set. ${allowed}`]);
    expect(listProblems({ ...basis, CASH_INTEREST_SOURCE: "none" })).toEqual([`${needs} is none. ${allowed}`]);
    for (const source of ["fixed:4", "bills"])
      expect(listProblems({ ...basis, CASH_INTEREST_SOURCE: source })).toEqual([]);
    expect(listProblems({ ...basis, WAZI_MODE: "live" })).toContain(
      "BALANCE_INTEREST_LEGAL_BASIS is not allowed in live mode, where no rate is known before each day.",
    );
  });

  const wrong: Record<string, string[]> = {
    PORT: ["65536", "-1", "http", "3000.5", "0x10"],
    METRICS_PORT: ["0", "65536", "on"],
    METRICS_HOST: ["http://localhost"],
    DATABASE_CONNECTIONS: ["0", "201", "many"],
    HOST: ["http://localhost", "a b"],
    DATABASE_URL: ["mysql://u:secret@h/d", "localhost"],
    WAZI_MODE: ["production", "Live"],
    ROLE: ["both"],
    ADMIN_EMAIL: ["admin"],
    ADMIN_PASSWORD: ["short"],
    MARKET_FEED: ["random", "replay:", "replay:nowhere", "ccxt:", "ccxt:krakn"],
    MARKET_SEED: ["1.5", "-1", "4294967296"],
    REPLAY_SPEED: ["0", "-1", "fast", "1e3"],
    REPLAY_LOOP: ["yes", "true"],
    MAX_DAILY_LOSS_PCT: ["0", "100.01", "-5", "5%", "2.555", "off"],
    MAX_MARKET_EXPOSURE_PCT: ["0.00", "101", "half"],
    SIMULATED_SPEED: ["0", "0.5", "1.5", "601", "60x", "-1"],
    CASH_INTEREST_SOURCE: ["savings", "fixed", "fixed:", "fixed:51", "fixed:-1", "fixed:4 %"],
    CASH_INTEREST_MARGIN_PCT: ["-1", "51", "half"],
    BALANCE_INTEREST_LEGAL_BASIS: ["too short", "x".repeat(501), "two lines\nof a law"],
    PROFIT_SHARE_ABOVE: ["Bills", "all", "4"],
    DATABASE_DIRECT_URL: ["http://db", "db:5432"],
    DRAIN_SECONDS: ["-1", "61", "5s"],
    NATS_URL: ["localhost:4222", "nats://one:4222,http://two:4222"],
    KYC_REQUIRED_FOR: ["withdrawal"],
    ADMIN_ALONE_DAILY_LIMIT: ["-1", "5,000", "$5000", "5000.001", "1e4", "off", "10000000000"],
    PAYOUT_DAILY_LIMIT: [
      "5000,2000",
      "bank:5000",
      "manual:5",
      "paystack:5,paystack:6",
      "paystack:-1",
      "paystack:1:2",
      "5,",
    ],
    SUPPORT_URL: ["javascript:alert(1)", "support"],
    WHATSAPP_URL: ["wa.me/1"],
    RATE_LIMIT_SCALE: ["-1", "101", "NaN"],
    LOG_LEVEL: ["verbose"],
    LOG_FORMAT: ["pretty"],
    TRUST_PROXY: ["true", "11", "10.0.0.0/8,,loopback"],
    PUBLIC_ORIGIN: ["wazi.example", "https://wazi.example/app", "ftp://wazi.example"],
    OPERATOR_NAME: ["two\nlines"],
    COUNTRIES_SERVED: ["Kenya,,Ghana"],
    DEPOSIT_XPUB_BTC: ["my wallet", `${PUBLISHED_XPUB.slice(0, -1)}k`],
    DEPOSIT_XPUB_ETH: [
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
    ],
  };

  test.each(Object.entries(wrong).flatMap(([name, texts]) => texts.map((text) => [name, text] as const)))(
    "rejects %s=%s with one line that names the variable and the allowed values",
    (name, text) => {
      const lines = listProblems({ [name]: text });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^${name}\\b.*Allowed: .+\\.$`));
    },
  );

  test("reads one daily limit for all rails, and limits of single rails", () => {
    const read = (text: string) => readSettings({ PAYOUT_DAILY_LIMIT: text }, "/project").payoutDailyLimit;
    expect(read("5000")).toEqual({ each: 500_000n, byRail: {} });
    expect(read("5000, mpesa-b2c:2000")).toEqual({ each: 500_000n, byRail: { "mpesa-b2c": 200_000n } });
    expect(read("paystack:0,chain-btc:20.5")).toEqual({
      each: undefined,
      byRail: { paystack: 0n, "chain-btc": 2_050n },
    });
  });

  test("says which rail of the daily limits is unknown or named twice", () => {
    const rails = "Rails: paper, mpesa-b2c, paystack, flutterwave, chain-erc20, chain-btc, chain-ltc.";
    const [unknown] = listProblems({ PAYOUT_DAILY_LIMIT: "5000,mpesa:2000" });
    expect(unknown).toContain('names an unknown rail "mpesa"');
    expect(unknown).toContain(rails);
    expect(listProblems({ PAYOUT_DAILY_LIMIT: "paper:1,paper:2" })[0]).toContain("names paper twice");
    expect(listProblems({ PAYOUT_DAILY_LIMIT: "paper:5k" })[0]).toContain("is not an amount in dollars");
  });

  test("reports all invalid variables at once", () => {
    const lines = listProblems({ PORT: "x", ROLE: "y", LOG_LEVEL: "z" });
    expect(lines.map((line) => line.split(":")[0])).toEqual(["PORT", "ROLE", "LOG_LEVEL"]);
  });

  test("does not repeat secrets", () => {
    expect(listProblems({ DATABASE_URL: "mysql://u:hunter2@h", ADMIN_PASSWORD: "hunter2" }).join()).not.toContain(
      "hunter2",
    );
  });

  test("rejects a private key, in a demo too, and does not repeat it", () => {
    const xprv =
      "xprv9xpXFhFpqdQK3TmytPBqXtGSwS3DLjojFhTGht8gwAAii8py5X6pxeBnQ6ehJiyJ6nDjWGJfZ95WxByFXVkDxHXrqu53WCRGypk2ttuqncb";
    const [line, ...others] = listProblems({ DEPOSIT_XPUB_TRON: xprv });
    expect(others).toEqual([]);
    expect(line).toMatch(
      /^DEPOSIT_XPUB_TRON is a private key, which must never be on this machine.*Allowed: .*xpub\.$/,
    );
    expect(line).not.toContain(xprv.slice(4, 12));
  });

  test("requires a shared database for a process that only serves or only trades", () => {
    expect(listProblems({ ROLE: "trader" })[0]).toMatch(/^ROLE: .*DATABASE_URL/);
  });

  test("reports everything that live mode needs", () => {
    const lines = listProblems({ WAZI_MODE: "live", RATE_LIMIT_SCALE: "0" });
    expect(lines.map((line) => /^\w+/.exec(line)?.[0])).toEqual([
      "RATE_LIMIT_SCALE",
      "OPERATOR_NAME",
      "OPERATOR_REGULATOR",
      "OPERATOR_LICENCE",
      "COUNTRIES_SERVED",
      "KYC_REQUIRED_FOR",
      "DEPOSIT_XPUB_BTC",
      "DEPOSIT_XPUB_LTC",
      "DEPOSIT_XPUB_ETH",
      "DEPOSIT_XPUB_TRON",
      "MARKET_FEED",
      "BROKER",
      "PUBLIC_ORIGIN",
      "TRUST_PROXY",
      "ADMIN_ALONE_DAILY_LIMIT",
    ]);
  });

  test("rejects a simulated feed and the paper broker in live mode", () => {
    const lines = listProblems(licensed);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^MARKET_FEED: a simulated feed is not allowed in live mode\. Allowed: ccxt/);
    expect(lines[1]).toMatch(/^BROKER: "paper" is not allowed in live mode\. Allowed: ccxt:<exchange> or alpaca/);
    expect(listProblems({ ...licensed, RATE_LIMIT_SCALE: "1.5" })[0]).toMatch(/^RATE_LIMIT_SCALE/);
  });

  test("has the settings of every module", () => {
    const variables = new Set(settingsTable.map(({ variable }) => variable));
    const declared = nouns.flatMap((noun) => Object.values(noun.settings?.entries ?? {}));
    expect(declared.length).toBeGreaterThan(50);
    expect(declared.map(({ variable }) => variable).filter((variable) => !variables.has(variable))).toEqual([]);
  });

  test("lists every variable once", () => {
    const names = settingsTable.map(({ variable }) => variable);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("RATE_LIMIT_SCALE");
  });
});

describe("LOCAL_RATES_DIR", () => {
  const { "rate_ke_tbill_91d_monthly.csv": bills, "fx_usd_kes_monthly.csv": exchange, ...none } = madeUpRates;
  const problemsWith = (files: Record<string, string | undefined>): string[] => {
    const given = Object.entries({
      "rate_ke_tbill_91d_monthly.csv": bills,
      "fx_usd_kes_monthly.csv": exchange,
      ...files,
    });
    const written = Object.fromEntries(given.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
    return listProblems({ LOCAL_RATES_DIR: writeLocalRates(written) });
  };

  test("is a folder with a file of bills and one of exchange rates for each currency", () => {
    expect(none).toEqual({});
    expect(problemsWith({ "README.md": "Central Bank of Kenya" })).toEqual([]);
    const fx = `month,ugx_per_usd\n2020-01-01,3700\n`;
    const rate = `month,annual_yield_percent\n2020-01-01,9.5\n`;
    expect(problemsWith({ "fx_usd_ugx_monthly.csv": fx, "rate_ug_tbill_91d_monthly.csv": rate })).toEqual([]);
  });

  test.each([
    [
      "rate_ke_tbill_91d_monthly.csv",
      undefined,
      "fx_usd_kes_monthly.csv is there without rate_ke_tbill_91d_monthly.csv.",
    ],
    ["fx_usd_kes_monthly.csv", undefined, "rate_ke_tbill_91d_monthly.csv is there without fx_usd_kes_monthly.csv."],
    ["fx_usd_eur_monthly.csv", "month,eur_per_usd\n", "fx_usd_eur_monthly.csv is not one of the files."],
    [
      "rate_ke_tbill_91d_monthly.csv",
      "month,annual_rate_percent\n2020-01-01,9\n",
      "rate_ke_tbill_91d_monthly.csv, line 1: the header is not month,annual_discount_percent or month,annual_yield_percent.",
    ],
    [
      "fx_usd_kes_monthly.csv",
      "month,kes_per_usd\n2020-01-01,100\n2020-02-01,n/a\n",
      'fx_usd_kes_monthly.csv, line 3: kes_per_usd "n/a" is not a number.',
    ],
  ])("refuses %s as %j at the start", (name, text, why) => {
    const [problem, ...others] = problemsWith({ [name]: text });
    expect(others).toEqual([]);
    expect(problem).toContain(
      `LOCAL_RATES_DIR cannot be read: ${why} Allowed: a folder with rate_COUNTRY_tbill_91d_monthly.csv`,
    );
  });

  test("refuses a folder that is missing or empty", () => {
    expect(listProblems({ LOCAL_RATES_DIR: "/nowhere/at-all" })[0]).toMatch(/^LOCAL_RATES_DIR cannot be read: ENOENT/);
    expect(listProblems({ LOCAL_RATES_DIR: writeLocalRates({}) })[0]).toMatch(/has none of the files/);
  });
});
