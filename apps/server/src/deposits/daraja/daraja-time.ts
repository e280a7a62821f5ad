/** Daraja's times are local times of Nairobi, which has had UTC+3 without summer time since 1960. */
const NAIROBI_MS = 3 * 60 * 60 * 1_000;

/** Formats a time as Daraja's requests have it: yyyyMMddHHmmss. */
export function formatDarajaTime(time: Date): string {
  return new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 19).replace(/\D/g, "");
}

/** Reads a time of the form yyyyMMddHHmmss, as text or number; null for anything else. */
export function parseDarajaTime(value: unknown): Date | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(value));
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(time.getTime()) ? null : time;
}
