import type { EntryLimitStatus } from "@wazi/contracts";
import { Sheet } from "../../ui/sheet.tsx";
import { BotCorrelationList } from "./bot-correlation-list.tsx";
import { EntryLimitList } from "./entry-limits.tsx";
import * as texts from "../../messages/status.ts";

/** The risk of all bots together: the limits before a trade, and which bots move together. */
export default function BotRisk({ limits }: { limits: EntryLimitStatus }) {
  return (
    <>
      <Sheet title={texts.limitsTitle}>
        <EntryLimitList limits={limits} />
      </Sheet>
      <Sheet title={texts.correlationTitle}>
        <BotCorrelationList />
      </Sheet>
    </>
  );
}
