import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import * as texts from "../../messages/admin-display.ts";

/** Requests older than this are overdue. */
export const overdueAfterMs = {
  deposits: 30 * MINUTE_MS,
  withdrawals: 4 * HOUR_MS,
  verifications: DAY_MS,
  adjustments: DAY_MS,
} as const;

/** "12 min", "2 h", "3 days": the largest whole unit. Below a minute, and in the future: "under 1 min". */
export function formatAge(ms: number): string {
  if (ms < MINUTE_MS) return texts.ageUnderMinute;
  if (ms < HOUR_MS) return texts.floorMin({ floor: Math.floor(ms / MINUTE_MS) });
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  if (days < 60) return texts.ageDays({ days });
  return days < 730
    ? texts.floorMonths({ floor: Math.floor(days / 30) })
    : texts.floorYears({ floor: Math.floor(days / 365) });
}

/** "2026-11-21 10:32:05 UTC" */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
