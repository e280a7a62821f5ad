const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "21 Nov 2026, 05:06", in the reader's own time zone. */
export function formatDayAndTime(at: string | Date): string {
  return dayAndTime.format(new Date(at));
}

export function formatDay(at: string | Date): string {
  return day.format(new Date(at));
}

export function formatShortDay(at: string | Date): string {
  return shortDay.format(new Date(at));
}

export function formatTime(at: string | Date): string {
  return time.format(new Date(at));
}
