import { pino } from "pino";
import { expect, test } from "vitest";
import { describeError } from "./open-log.ts";
import { formatLogLine } from "./text-log.ts";

/** Writes one line with a real logger, and returns it as a terminal shows it. */
function shown(log: (logger: ReturnType<typeof pino>) => void): string {
  let line = "";
  log(pino({ serializers: { err: describeError } }, { write: (json: string) => (line = formatLogLine(json)) }));
  return line;
}

test("shows a warning with its values in one line", () => {
  const line = shown((log) => log.warn({ openFiles: 512, symbols: ["EURUSD"] }, "the limit is low\nraise it"));
  expect(line).toMatch(/^\d\d:\d\d:\d\d Warning: the limit is low raise it \(openFiles=512, symbols=\["EURUSD"\]\)\n$/);
});

test("shows an error with its reason and without a stack", () => {
  const line = shown((log) => log.error({ err: new Error("connection refused") }, "the mail was not sent"));
  expect(line).toMatch(/^\d\d:\d\d:\d\d Error: the mail was not sent: connection refused\n$/);
});

test("shows nothing below a warning", () => {
  expect(shown((log) => log.info("Wazi is starting"))).toBe("");
});

test("does not repeat the message of an error that is logged alone", () => {
  expect(shown((log) => log.fatal(new Error("out of memory")))).toMatch(/ Error: out of memory\n$/);
});
