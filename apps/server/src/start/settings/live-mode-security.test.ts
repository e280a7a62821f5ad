import { describe, expect, test } from "vitest";
import { liveEnvironment, PUBLISHED_XPUB } from "../../../../../tests/harness/live-environment.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { readSettings } from "./settings.ts";

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
    ["FOUR_EYES_ABOVE", undefined],
    ["CCXT_URL", "http://proxy.example"],
    ["TWELVEDATA_URL", "http://proxy.example"],
    ["S3_ENDPOINT", "http://minio.example"],
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
    const weak = { ADMIN_PASSWORD: "password", PUBLIC_ORIGIN: "", TRUST_PROXY: "", FOUR_EYES_ABOVE: "", BROKER: "" };
    const names = listProblems({ ...weak, LIVE_ORDERS: "", OPERATOR_NAME: "" }).map((line) => /^\w+/.exec(line)?.[0]);
    expect(names).toEqual([
      "OPERATOR_NAME",
      "BROKER",
      "ADMIN_PASSWORD",
      "PUBLIC_ORIGIN",
      "TRUST_PROXY",
      "FOUR_EYES_ABOVE",
    ]);
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
