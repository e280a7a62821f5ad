import type { Operations } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RecordTable } from "../records/record-table.tsx";
import { BotCard } from "./bot-card.tsx";
import { botColumns } from "./bot-columns.tsx";
import type { OpenBotDialog } from "./bot-state.tsx";
import { PauseBotDialog } from "./pause-bot-dialog.tsx";
import { ResumeBotDialog } from "./resume-bot-dialog.tsx";
import * as texts from "../../messages/admin-operations.ts";

/** All bots with status, money and results. On a phone as compact cards. */
export function BotsTable({ operations: { bots, lease } }: { operations: Operations }) {
  const [open, setOpen] = useState<Parameters<OpenBotDialog>[0] | null>(null);
  const isTraderRunning = lease?.isAlive === true;
  const columns = useMemo(() => botColumns(isTraderRunning, setOpen), [isTraderRunning]);
  // The dialog shows the latest state of the bot, not the one from when it opened.
  const opened = bots.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);
  if (bots.length === 0) return <EmptyState>{texts.noBots}</EmptyState>;
  return (
    <>
      <div className="max-md:hidden">
        <RecordTable label={texts.bots} columns={columns} rows={bots} />
      </div>
      <ul aria-label={texts.bots} className="-my-2 divide-y divide-line md:hidden">
        {bots.map((bot) => (
          <BotCard key={bot.id} bot={bot} isTraderRunning={isTraderRunning} onOpen={setOpen} />
        ))}
      </ul>
      {opened === undefined || open === null ? null : open.kind === "pause" ? (
        <PauseBotDialog bot={opened} onClose={close} />
      ) : (
        <ResumeBotDialog bot={opened} onClose={close} />
      )}
    </>
  );
}
