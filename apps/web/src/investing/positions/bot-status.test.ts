import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { describeBills, describeBotStatus, describeClosedBot } from "./bot-status.tsx";

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
  const bot = { status: "trading", isResting: false, newMoney: "closed", retiredOn: null, isPaperOnly: false } as const;
  const told = (["none", "not-judged", "benchmark"] as const).map((verdict) => describeClosedBot({ ...bot, verdict })!);
  expect(told.map(({ tag }) => tag)).toEqual(["Closed", "Closed", "Closed"]);
  expect(told.map(({ withoutPosition }) => renderToStaticMarkup(withoutPosition({ bot: "Kora" })))).toEqual([
    "Kora takes no new money, because there is no evidence that it earns more than Treasury bills.",
    "Kora takes no new money, because its record cannot be judged.",
    "Kora takes no new money, because the money in it earns no interest here.",
  ]);
  for (const { withPosition } of told) {
    expect(renderToStaticMarkup(withPosition({ bot: "Kora" }))).toMatch(/you can leave at any time\.$/);
  }
  expect(describeClosedBot({ ...bot, verdict: "none", newMoney: "warned" })).toBeNull();
  expect(describeClosedBot({ ...bot, verdict: "none", status: "paused" })).toMatchObject({ tag: "Paused" });
});

it("says what bills earn, once", () => {
  const basket = {
    newMoney: "open",
    verdict: "both-halves",
    retiredOn: null,
    billInterest: { source: "none" },
  } as const;
  expect(describeBills(basket)).toMatch(/^Treasury bills earn nothing here/);
  expect(describeBills({ ...basket, billInterest: null })).toBeNull();
  expect(describeBills({ ...basket, billInterest: { source: "fixed", ratePct: 4.25 } })).toBe(
    "Treasury bills earn 4.25% a year here. This rate is made up for the demo.",
  );
  expect(describeBills({ ...basket, billInterest: { source: "bills" } })).toMatch(/recorded rate of each month/);
  expect(describeBills({ ...basket, billInterest: { source: "statements" } })).toMatch(/the rate is not known before/);
  expect(describeBills({ ...basket, verdict: "benchmark" })).toMatch(/^Treasury bills earn nothing here/);
  expect(describeBills({ ...basket, verdict: "benchmark", newMoney: "closed" })).toBeNull();
});

it("says since when and why a bot that has retired takes no new money", () => {
  const bot = { status: "trading", isResting: false, newMoney: "closed", verdict: "weak", isPaperOnly: false } as const;
  const told = describeClosedBot({ ...bot, retiredOn: "2028-03-01" })!;
  const reason =
    "Kora takes no new money since 1 Mar 2028, because its live result fell below the limit that was set before.";
  expect(told.tag).toBe("Closed");
  expect(renderToStaticMarkup(told.withoutPosition({ bot: "Kora" }))).toBe(reason);
  expect(renderToStaticMarkup(told.withPosition({ bot: "Kora" }))).toBe(
    `${reason} Your position stays. You can leave at any time, without a fee.`,
  );
});

it("says that a bot without a broker trades on paper only", () => {
  const bot = { status: "trading", isResting: false, newMoney: "open", verdict: "weak", retiredOn: null } as const;
  const told = describeClosedBot({ ...bot, isPaperOnly: true })!;
  expect(told.tag).toBe("Paper only");
  expect(renderToStaticMarkup(told.withoutPosition({ bot: "Kora" }))).toBe(
    "Kora trades on paper only, because no broker here has all its instruments. It accepts no new money.",
  );
  expect(renderToStaticMarkup(told.withPosition({ bot: "Kora" }))).toMatch(/you can leave at any time\.$/);
  expect(describeClosedBot({ ...bot, isPaperOnly: false })).toBeNull();
  expect(describeClosedBot({ ...bot, isPaperOnly: true, status: "halted" })).toMatchObject({ tag: "Halted" });
});
