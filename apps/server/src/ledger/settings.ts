import { MAX_AMOUNT } from "@wazi/contracts";
import { defineSettings, optional, parseDollars, required } from "../platform/settings/setting-entry.ts";

export const ledgerSettings = defineSettings({
  title: "Adjustments",
  entries: {
    adjustmentLimit: required({
      variable: "ADJUSTMENT_LIMIT",
      fallback: "1000",
      meaning:
        "What one administrator can adjust for one investor in 24 hours, credits above the requested deposit included. Above it another administrator must approve.",
      allowed: `US dollars from 0 (every adjustment) to ${MAX_AMOUNT}, with at most two decimal places`,
      parse: parseDollars,
    }),
    adjustmentTotalLimit: optional({
      variable: "ADJUSTMENT_TOTAL_LIMIT",
      meaning:
        "What one administrator can adjust for all investors together in 24 hours. Above it another administrator must approve. Not set: ten times ADJUSTMENT_LIMIT in live mode, and no limit in a demo, which has no real money.",
      allowed: `US dollars from 0 (every adjustment) to ${MAX_AMOUNT}, with at most two decimal places`,
      parse: parseDollars,
    }),
  },
});
