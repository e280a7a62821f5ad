import { defineSettings, parseOneOf, required } from "../platform/settings/setting-entry.ts";

export const investingSettings = defineSettings({
  title: "Bots",
  entries: {
    unprovenBots: required({
      variable: "UNPROVEN_BOTS",
      fallback: "closed",
      meaning:
        "In live mode: whether new money may go into bots without evidence of more than Treasury bills. open: every activation shows and records that there is no evidence, and the public log shows this setting. In a demo all bots are open.",
      allowed: "closed or open",
      parse: parseOneOf("closed", "open"),
    }),
  },
});
