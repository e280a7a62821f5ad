import { describe, expect, it } from "vitest";
import { readPush } from "./worker-rules.ts";

const message = { title: "Withdrawal paid", body: "Your withdrawal was paid out.", path: "/withdrawal" };
const read = (change: object) => readPush(JSON.stringify({ ...message, ...change }));

describe("a push message", () => {
  it("shows its title and text, and opens its page", () => {
    expect(read({})).toEqual(message);
  });

  it.each([
    ["no text", undefined],
    ["no JSON", "hello"],
    ["no object", "null"],
    ["no title", JSON.stringify({ ...message, title: "" })],
    ["too long a text", JSON.stringify({ ...message, body: "x".repeat(201) })],
    ["a page elsewhere", JSON.stringify({ ...message, path: "//elsewhere.example/x" })],
    ["an address", JSON.stringify({ ...message, path: "https://elsewhere.example" })],
    ["a script", JSON.stringify({ ...message, path: "javascript:alert(1)" })],
  ])("with %s is shown as plain news", (_what, text) => {
    expect(readPush(text)).toEqual({ title: "Wazi", body: "There is news in your account.", path: "/notifications" });
  });
});
