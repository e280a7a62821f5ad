import type { ExitLine, ExitPreview } from "@wazi/contracts";
import { expect, it } from "vitest";
import { toCents } from "../../lib/cents.ts";
import { type ExitBreakdown, explainPreview, sumPayout } from "./exit-preview-box.tsx";

const gaining: ExitLine = {
  botId: "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10",
  botName: "Alpha",
  userSharePct: 90,
  exitNav: "1.05",
  ownMoney: "300.00",
  value: "315.00",
  returned: "300.00",
  profitToUser: "14.00",
  interest: "0.00",
  profitShare: "1.00",
  loss: "0.00",
  lossMadeUp: "5.00",
  belowBills: "2.00",
  closes: false,
  waits: false,
};
const losing: ExitLine = {
  ...gaining,
  botId: "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d11",
  botName: "Whale",
  exitNav: "0.96",
  ownMoney: "150.00",
  value: "143.88",
  returned: "143.88",
  profitToUser: "0.00",
  profitShare: "0.00",
  loss: "6.12",
  lossMadeUp: "0.00",
  belowBills: "0.00",
  closes: true,
};

function previewOf(lines: ExitLine[], arrives: string, fromAdjustments = "0.00"): ExitPreview {
  return { lines, arrives, fromAdjustments, toDepositFunds: "0.00", toProfitFunds: "0.00" };
}

/** The rows must add up to the total. */
function sumOf(shown: ExitBreakdown): bigint {
  return (
    toCents(shown.ownMoney) +
    toCents(shown.interest) +
    toCents(shown.gain) +
    toCents(shown.adjustments) -
    toCents(shown.platformShare) -
    toCents(shown.loss)
  );
}

it("shows interest apart from the gain, of which a share is taken, and beside a loss", () => {
  const earning = { ...gaining, value: "318.00", profitToUser: "17.00", interest: "3.00" };
  const both = { ...losing, value: "145.88", profitToUser: "2.00", interest: "2.00" };
  const shown = explainPreview(previewOf([earning, both], "462.88"));
  expect(shown).toMatchObject({ interest: "5.00", gain: "15.00", platformShare: "1.00", loss: "6.12" });
  expect(sumOf(shown)).toBe(toCents("462.88"));
});

it("breaks down a gain and a loss to the cent", () => {
  const shown = explainPreview(previewOf([gaining, losing], "457.88"));
  expect(shown).toEqual({
    ownMoney: "450.00",
    interest: "0.00",
    gain: "15.00",
    platformShare: "1.00",
    loss: "6.12",
    lossMadeUp: "5.00",
    belowBills: "2.00",
    adjustments: "0.00",
    total: "457.88",
    arrivesNow: "457.88",
    waits: "0.00",
  });
  expect(sumOf(shown)).toBe(45_788n);
  expect([gaining, losing].map(sumPayout)).toEqual(["314.00", "143.88"]);
});

it("separates waiting amounts from amounts paid now", () => {
  const shown = explainPreview(previewOf([gaining, { ...losing, waits: true }], "457.88"));
  expect([shown.arrivesNow, shown.waits, shown.total]).toEqual(["314.00", "143.88", "457.88"]);
});

it("takes no share on an adjustment", () => {
  const shown = explainPreview(previewOf([], "25.00", "25.00"));
  expect(shown).toMatchObject({ adjustments: "25.00", platformShare: "0.00", total: "25.00", arrivesNow: "25.00" });
  expect(sumOf(shown)).toBe(2_500n);
});
