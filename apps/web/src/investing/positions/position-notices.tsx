import type { Notice } from "@wazi/contracts";
import { formatDayAndTime, formatShortDay, formatTime } from "../../lib/format-date.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import { useNotices } from "./api.ts";
import * as texts from "../../messages/investments.ts";

const SHOWN = 3;

const kinds: Readonly<Record<Notice["kind"], { name: string; look: TagLook }>> = {
  "stop-loss": { name: texts.stopLoss, look: "loss" },
  "take-profit": { name: texts.takeProfit, look: "gain" },
  "exit-settled": { name: texts.exitSettled, look: "wait" },
  "closed-by-operator": { name: texts.noticeForcedExit, look: "plain" },
  "winding-up": { name: texts.unitsRedeemed, look: "plain" },
};

/** The latest notices; renders nothing if there are none. */
export default function PositionNotices() {
  const notices = useNotices().data ?? [];
  if (notices.length === 0) return null;
  return (
    <Sheet title={texts.positionUpdates}>
      <ol className="-my-2 divide-y divide-line">
        {notices.slice(0, SHOWN).map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </ol>
    </Sheet>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { name, look } = kinds[notice.kind];
  return (
    <li className="flex items-stretch gap-4 py-2" data-testid="notice">
      <time
        dateTime={notice.happenedAt}
        title={formatDayAndTime(notice.happenedAt)}
        className="figure flex w-14 shrink-0 flex-col py-1.5 text-14 leading-5 text-muted"
      >
        <span className="text-ink">{formatShortDay(notice.happenedAt)}</span>
        <span>{formatTime(notice.happenedAt)}</span>
      </time>
      <div className="margin-rule min-w-0 flex-1 py-1.5 pl-4">
        <Tag look={look}>{name}</Tag>
        <p className="mt-1.5 text-14 break-words">{notice.message}</p>
      </div>
    </li>
  );
}
