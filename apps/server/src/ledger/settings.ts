import { MAX_AMOUNT } from "@wazi/contracts";
import { defineSettings, optional, parseDollars } from "../platform/settings/setting-entry.ts";

export const ledgerSettings = defineSettings({
  title: "Administrators",
  entries: {
    adminAloneDailyLimit: optional({
      variable: "ADMIN_ALONE_DAILY_LIMIT",
      meaning:
        "What one administrator can move in 24 hours without a second one: deposits credited, accounts adjusted and withdrawals paid, all together. Above it another administrator must decide too. Not set: 10,000 in a demo, which has no limit while there is only one administrator. Live mode needs it.",
      allowed: `US dollars from 0 (every act needs two) to ${MAX_AMOUNT}, with at most two decimal places`,
      parse: parseDollars,
    }),
  },
});
