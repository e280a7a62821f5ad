import { expect, it } from "vitest";
import { describeBotStatus } from "./bot-status.tsx";

it("says nothing about a bot that trades", () => {
  expect(describeBotStatus("trading")).toBeNull();
});

it("says of a paused bot what it does not do, and that who is in it can leave", () => {
  expect(describeBotStatus("paused")).toEqual({
    tag: "Paused",
    look: "wait",
    outside: "is paused: it opens no new trades and takes no new money",
    inside:
      "is paused: it opens no new trades and takes no new money. Your position stays, and you can leave at any time.",
  });
});

it("has other words for each way not to trade", () => {
  const tags = (["paused", "halted", "winding-up"] as const).map((status) => describeBotStatus(status)?.tag);
  expect(tags).toEqual(["Paused", "Halted", "Winding up"]);
});
