import { errorBody, errorStatus, type ErrorCode } from "@wazi/contracts";
import { describe, expect, test } from "vitest";
import { AppError } from "../base/app-error.ts";
import { DatabaseUnavailableError } from "../db/database-errors.ts";
import { toErrorAnswer } from "./errors.ts";

function failure(message: string, extra: Record<string, unknown>): Error {
  return Object.assign(new Error(message), extra);
}

describe("the error table", () => {
  test.each(Object.keys(errorStatus) as ErrorCode[])("%s keeps its message and has its own status", (code) => {
    const { body } = toErrorAnswer(new AppError(code, "What the person reads", { fields: { amount: "Too much" } }));
    expect(body).toEqual({
      statusCode: errorStatus[code],
      code,
      message: "What the person reads",
      fields: { amount: "Too much" },
    });
    expect(errorBody.safeParse(body).success).toBe(true);
  });

  test("omits fields when none are at fault", () => {
    expect(Object.keys(toErrorAnswer(new AppError("CONFLICT", "Taken")).body)).toEqual([
      "statusCode",
      "code",
      "message",
    ]);
  });

  test("sets Retry-After on 429 and 503, and on others only when given", () => {
    expect(toErrorAnswer(new AppError("BUSY", "-")).retryAfterSeconds).toBe(2);
    expect(toErrorAnswer(new AppError("RATE_LIMITED", "-", { retryAfterSeconds: 77 })).retryAfterSeconds).toBe(77);
    expect(toErrorAnswer(new AppError("NOT_FOUND", "-")).retryAfterSeconds).toBeUndefined();
  });

  test.each([
    new DatabaseUnavailableError(new Error("connect 10.0.0.5:5432 as wazi")),
    failure("connect 10.0.0.5:5432 as wazi", { code: "57P03" }),
    failure("connect 10.0.0.5:5432 as wazi", { code: "53300" }),
    failure("connect 10.0.0.5:5432 as wazi", { code: "57014" }),
  ])("reports an unavailable database as BUSY without details", (error) => {
    const { body, retryAfterSeconds } = toErrorAnswer(error);
    expect(body).toMatchObject({ statusCode: 503, code: "BUSY" });
    expect(body.message).not.toMatch(/10\.0|wazi/);
    expect(retryAfterSeconds).toBeGreaterThan(0);
  });

  test.each([
    ["FST_ERR_CTP_BODY_TOO_LARGE", 413, "PAYLOAD_TOO_LARGE"],
    ["FST_ERR_CTP_INVALID_MEDIA_TYPE", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["FST_ERR_CTP_INVALID_JSON_BODY", 400, "VALIDATION"],
    ["FST_ERR_MAX_PARAM_LENGTH", 404, "NOT_FOUND"],
    ["FST_ERR_OTHER_OF_THE_CALLER", 400, "VALIDATION"],
  ])("maps %s to %i", (code, statusCode, expected) => {
    expect(toErrorAnswer(failure("internal words", { code, statusCode })).body).toMatchObject({
      statusCode,
      code: expected,
    });
  });

  test.each([
    failure('duplicate key value violates "users_email_key"', { code: "23505", name: "DatabaseError" }),
    failure("select secret from users", { statusCode: 418 }),
    new TypeError("x is undefined at /srv/app/secret.ts"),
    "a string",
    undefined,
  ])("answers any other error with a 500 without details: %s", (error) => {
    expect(toErrorAnswer(error).body).toEqual({
      statusCode: 500,
      code: "INTERNAL",
      message: "Something went wrong on our side. Please try again.",
    });
  });
});
