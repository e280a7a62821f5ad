import { expect, it } from "vitest";
import { describeBotStatus } from "./bot-status.tsx";

it("returns null for a bot that trades", () => {
  expect(describeBotStatus("trading")).toBeNull();
});

it("describes a paused bot and says that investors can leave", () => {
  expect(describeBotStatus("paused")).toEqual({
    tag: "Paused",
    look: "wait",
    withoutPosition: "is paused. It opens no new trades and accepts no new money",
    withPosition:
      "is paused. It opens no new trades and accepts no new money. Your position stays, and you can leave at any time.",
  });
});

it("has a tag for each status other than trading", () => {
  const tags = (["paused", "halted", "winding-up"] as const).map((status) => describeBotStatus(status)?.tag);
  expect(tags).toEqual(["Paused", "Halted", "Winding up"]);
});
