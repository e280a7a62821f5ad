import { settingsTable } from "./settings.ts";

/** All settings for people: each with its default, its meaning, and what is allowed. */
export function describeSettings(): string {
  return settingsTable
    .map(({ variable, fallback, meaning, allowed }) => {
      const name = fallback === null ? variable : `${variable}=${fallback}`;
      return `${name}\n  ${meaning}\n  Allowed: ${allowed}.`;
    })
    .join("\n");
}
