import { describe, expect, it } from "vitest";
import { ApiError, failureText, fillPath, isOutcomeUnknown, formatQuery } from "./api-client.ts";

const refused = new ApiError(422, '{"statusCode":422,"code":"BOT_LOCKED","message":"Upgrade first"}');

describe("ApiError", () => {
  it("has the status, a colon, a space and the body as its message", () => {
    expect(refused.message).toBe('422: {"statusCode":422,"code":"BOT_LOCKED","message":"Upgrade first"}');
    expect(refused.code).toBe("BOT_LOCKED");
  });

  it("has a null body if the answer is not JSON", () => {
    expect(new ApiError(502, "Bad Gateway").body).toBeNull();
    expect(new ApiError(502, '"text"').body).toBeNull();
  });
});

describe("failureText", () => {
  it("prefers the server's message to the fallback", () => {
    expect(failureText(refused, "Failed")).toBe("Upgrade first");
    expect(failureText(new ApiError(502, "Bad Gateway"), "Failed")).toBe("Failed");
    expect(failureText(new TypeError("Failed to fetch"), "Failed to activate bot")).toBe("Failed to activate bot");
  });
});

describe("isOutcomeUnknown", () => {
  it.each([
    [new TypeError("Failed to fetch"), true],
    [new ApiError(503, ""), true],
    [new ApiError(429, ""), true],
    [new ApiError(409, "", true), true],
    [new ApiError(409, ""), false],
    [refused, false],
    [new ApiError(400, ""), false],
  ])("is for %s: %s", (error, isUnknown) => {
    expect(isOutcomeUnknown(error)).toBe(isUnknown);
  });
});

describe("fillPath", () => {
  it("inserts encoded parameters", () => {
    expect(fillPath("/api/user/deposits/:id/cancel", { id: "a/b" })).toBe("/api/user/deposits/a%2Fb/cancel");
    expect(fillPath("/api/bots")).toBe("/api/bots");
  });
});

describe("formatQuery", () => {
  it("encodes the defined parameters only", () => {
    expect(formatQuery({ symbol: "EUR/USD", side: undefined, limit: "50" })).toBe("?symbol=EUR%2FUSD&limit=50");
    expect(formatQuery({ side: undefined })).toBe("");
    expect(formatQuery()).toBe("");
  });
});
