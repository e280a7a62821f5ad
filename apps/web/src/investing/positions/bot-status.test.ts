import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { describeBotStatus, describeClosedBot } from "./bot-status.tsx";

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

it("says why a bot takes no new money, and that investors can leave", () => {
  const bot = { status: "trading", isResting: false, newMoney: "closed" } as const;
  const told = (["none", "not-judged"] as const).map((verdict) => describeClosedBot({ ...bot, verdict })!);
  expect(told.map(({ tag }) => tag)).toEqual(["Closed", "Closed"]);
  expect(told.map(({ withoutPosition }) => renderToStaticMarkup(withoutPosition({ bot: "Kora" })))).toEqual([
    "Kora takes no new money, because there is no evidence that it earns more than Treasury bills.",
    "Kora takes no new money, because its record cannot be judged.",
  ]);
  for (const { withPosition } of told) {
    expect(renderToStaticMarkup(withPosition({ bot: "Kora" }))).toMatch(/you can leave at any time\.$/);
  }
  expect(describeClosedBot({ ...bot, verdict: "none", newMoney: "warned" })).toBeNull();
  expect(describeClosedBot({ ...bot, verdict: "none", status: "paused" })).toMatchObject({ tag: "Paused" });
});
