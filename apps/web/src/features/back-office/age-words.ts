const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From this age on, what waits for a decision has waited too long. */
export const tooLongMs = {
  deposits: 30 * minuteMs,
  withdrawals: 4 * hourMs,
  verifications: dayMs,
} as const;

/** Milliseconds as "12 min", "2 h", "3 days": the largest whole unit. Below a minute, and in the future: "under 1 min". */
export function ageInWords(ms: number): string {
  if (ms < minuteMs) return "under 1 min";
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  if (days < 60) return `${days} days`;
  return days < 730 ? `${Math.floor(days / 30)} months` : `${Math.floor(days / 365)} years`;
}

/** "2026-11-21 10:32:05 UTC" */
export function exactUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
