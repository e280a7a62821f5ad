import { changePassword, listOwnSessions, stepUp } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import {
  ApiError,
  call,
  failureText,
  fillPath,
  isOutcomeUnknown,
  isRefusedEarly,
  formatQuery,
  signedInPort,
} from "./api-client.ts";

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

const priceUnavailable = new ApiError(503, '{"code":"PRICE_UNAVAILABLE"}', true);

describe("isOutcomeUnknown", () => {
  it.each([
    ["no answer", new TypeError("Failed to fetch"), true],
    ["400", new ApiError(400, ""), false],
    ["401", new ApiError(401, ""), false],
    ["403", refused, false],
    ["409, refused", new ApiError(409, ""), false],
    ["409, the first try is still running", new ApiError(409, "", true), true],
    ["422", new ApiError(422, ""), false],
    ["429", new ApiError(429, "", true), false],
    ["500", new ApiError(500, ""), true],
    ["502", new ApiError(502, ""), true],
    ["503, busy", new ApiError(503, "", true), true],
    ["503, no price: no money was moved", priceUnavailable, false],
    ["504", new ApiError(504, ""), true],
  ])("is for %s: %j", (_name, error, isUnknown) => {
    expect(isOutcomeUnknown(error)).toBe(isUnknown);
  });

  it("is no answer about an earlier try where the call was refused before anything happened", () => {
    expect([new ApiError(429, ""), priceUnavailable].every(isRefusedEarly)).toBe(true);
    expect([new ApiError(409, ""), new ApiError(503, ""), new TypeError()].some(isRefusedEarly)).toBe(false);
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

describe("a call that gives the session a new cookie", () => {
  const body = { currentPassword: "a", newPassword: "b", confirmPassword: "b" };
  const turn = () => new Promise((resolve) => setTimeout(resolve));

  it("lets others wait, but not those that prove who the user is", async () => {
    const requested: string[] = [];
    const answering: ((status: number) => void)[] = [];
    signedInPort.fetch = (path) =>
      new Promise((resolve) => {
        requested.push(path as string);
        answering.push((status) => resolve(new Response("{}", { status })));
      });
    signedInPort.cancelReads = () => {
      requested.push("cancelled reads");
      return Promise.resolve();
    };
    const asked: unknown[] = [];
    signedInPort.ask = async (_, definition, input) => {
      if (definition === stepUp) return false;
      asked.push([definition, input]);
      await call(stepUp, { body: { password: "a" }, renewsSession: true });
      return true;
    };
    const changing = call(changePassword, { body, renewsSession: true });
    await turn();
    const first = call(listOwnSessions, {});
    await turn();
    expect(requested).toEqual(["cancelled reads", changePassword.path]);
    answering[0]!(403);
    await turn();
    answering[1]!(200);
    await first;
    expect(requested.slice(2)).toEqual([listOwnSessions.path, "cancelled reads", stepUp.path]);
    answering[2]!(200);
    await turn();
    const second = call(listOwnSessions, {});
    await turn();
    expect(requested.slice(5)).toEqual(["cancelled reads", changePassword.path]);
    answering[3]!(200);
    await changing;
    await turn();
    expect(requested.at(-1)).toBe(listOwnSessions.path);
    expect(asked).toEqual([[changePassword, { body, renewsSession: true }]]);
    answering[4]!(200);
    await second;
  });
});
