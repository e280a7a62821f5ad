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
export function formatDayAndTime(iso: string): string {
  return dayAndTime.format(new Date(iso));
}

export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

export function formatShortDay(iso: string): string {
  return shortDay.format(new Date(iso));
}

export function formatTime(iso: string): string {
  return time.format(new Date(iso));
}
