import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { describeBotStatus } from "./bot-status.tsx";

it("returns null for a bot that trades", () => {
  expect(describeBotStatus({ status: "trading", isResting: false })).toBeNull();
});

it("describes a paused bot and says that investors can leave", () => {
  const { tag, look, withoutPosition, withPosition } = describeBotStatus({ status: "paused", isResting: true })!;
  expect([tag, look]).toEqual(["Paused", "wait"]);
  expect(renderToStaticMarkup(withoutPosition({ bot: "Kora" }))).toBe(
    "Kora is paused. It opens no new trades and accepts no new money.",
  );
  expect(renderToStaticMarkup(withPosition({ bot: "Kora" }))).toBe(
    "Kora is paused. It opens no new trades and accepts no new money. Your position stays, and you can leave at any time.",
  );
});

it("has a tag for each status other than trading", () => {
  const tags = (["paused", "halted", "winding-up"] as const).map(
    (status) => describeBotStatus({ status, isResting: false })?.tag,
  );
  expect(tags).toEqual(["Paused", "Halted", "Winding up"]);
});

it("says that a bot rests when its recorded prices have ended", () => {
  expect(describeBotStatus({ status: "trading", isResting: true })).toMatchObject({ tag: "Resting" });
});
