import { WITNESS_SIGNATURE } from "@wazi/proofs";
import { derivePublicKey, formatWitnessKey } from "@wazi/proofs/witness";
import { describe, expect, test } from "vitest";
import { StartError } from "../../platform/process/start-error.ts";
import { readSettings } from "./settings.ts";

const publicKey = derivePublicKey(new Uint8Array(32).fill(5));
const KEY = formatWitnessKey("witness.example/w1", publicKey);

describe("settings of the transparency log", () => {
  test("read a key and the witnesses", () => {
    const logKey = Buffer.alloc(32, 1).toString("base64");
    const witnesses = `${KEY} https://one.example, ${KEY} http://127.0.0.1:8787/wazi`;
    const settings = readSettings({ LOG_KEY: logKey, WITNESS_URL: witnesses });
    expect(settings.logKey).toBe(logKey);
    const key = { name: "witness.example/w1", kind: WITNESS_SIGNATURE, publicKey };
    expect(settings.witnesses).toEqual([
      { url: "https://one.example", key },
      { url: "http://127.0.0.1:8787/wazi", key },
    ]);
    expect(readSettings({}).witnesses).toBeUndefined();
  });

  test.each([
    ["WITNESS_URL", "https://one.example"],
    ["WITNESS_URL", `${KEY} one.example`],
    ["WITNESS_URL", `${KEY.replace("w1", "w2")} https://one.example`],
    ["WITNESS_URL", `${KEY} https://one.example extra`],
    ["LOG_KEY", "short"],
  ])("refuse %s=%s", (variable, text) => {
    expect(() => readSettings({ [variable]: text })).toThrow(StartError);
  });

  test("never repeat a wrong key", () => {
    expect(() => readSettings({ LOG_KEY: "hunter2" })).toThrow(/^((?!hunter2).)*$/);
  });
});
