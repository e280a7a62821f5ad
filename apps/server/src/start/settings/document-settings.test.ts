import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { StartError } from "../../platform/process/start-error.ts";
import { readSettings } from "./settings.ts";

function readProblem(env: Record<string, string>): string {
  try {
    readSettings(env, "/project");
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

const [newest, old] = [randomBytes(32), randomBytes(32)];
const s3 = {
  DOCUMENT_STORE: "s3:wazi-documents",
  S3_ENDPOINT: "https://objects.example:9000/",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "hunter2",
};

describe("document settings", () => {
  test("read a bucket with its credentials", () => {
    expect(readSettings({ ...s3, S3_REGION: "eu-west-1" }).documents.store).toEqual({
      kind: "s3",
      bucket: "wazi-documents",
      endpoint: "https://objects.example:9000",
      region: "eu-west-1",
      accessKeyId: "id",
      secretAccessKey: "hunter2",
    });
  });

  test("read keys, newest first", () => {
    const env = { DOCUMENT_KEY: newest.toString("base64"), DOCUMENT_KEYS_OLD: old.toString("base64") };
    expect(readSettings(env).documents.keys).toEqual([newest, old]);
  });

  test.each(["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])("require %s for a bucket", (name) => {
    expect(readProblem({ ...s3, [name]: "" })).toMatch(new RegExp(`^${name} is not set`));
  });

  test.each([
    ["DOCUMENT_STORE", "bucket"],
    ["DOCUMENT_STORE", "s3:"],
    ["DOCUMENT_STORE", "s3:Not_A_Bucket"],
    ["DOCUMENT_KEY", "hunter2"],
    ["DOCUMENT_KEY", randomBytes(16).toString("base64")],
    ["DOCUMENT_KEYS_OLD", `${newest.toString("base64")},hunter2`],
    ["S3_ENDPOINT", "objects.example"],
  ])("reject %s=%s", (name, value) => {
    const text = readProblem({ [name]: value });
    expect(text).toMatch(new RegExp(`^${name}.*Allowed: `));
    expect(text).not.toContain("hunter2");
  });

  test("require a current key beside former keys", () => {
    expect(readProblem({ DOCUMENT_KEYS_OLD: old.toString("base64") })).toMatch(/^DOCUMENT_KEYS_OLD needs DOCUMENT_KEY/);
  });
});
