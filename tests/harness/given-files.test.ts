import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

interface GivenFiles {
  files: { name: string; format: string }[];
  problem: string | null;
}

const { readGivenFiles: read } = (await import(new URL("../../ops/scripts/given-files.mjs", import.meta.url).href)) as {
  readGivenFiles: (args: readonly string[]) => GivenFiles;
};
const FOLDER = mkdtempSync(join(tmpdir(), "wazi-given-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function save(name: string, text: string): string {
  const file = join(FOLDER, name);
  writeFileSync(file, text);
  return file;
}

it("finds the files for npm run verify among its options, and what they are", () => {
  const record = save("record.json", '{"format":"wazi-record-1"}');
  const pdf = save("statement.pdf", "%PDF-1.7 …");
  expect(read(["--key", "a key", record, "--log", "https://wazi.example/log", pdf])).toEqual({
    files: [
      { name: record, format: "wazi-record-1" },
      { name: pdf, format: "pdf" },
    ],
    problem: null,
  });
  expect(read(["--log", "https://wazi.example/log"])).toEqual({ files: [], problem: null });
});

it("says in one line why a file cannot be checked", () => {
  const missing = join(FOLDER, "missing.json");
  expect(read([missing]).problem).toBe(`${JSON.stringify(missing)} cannot be read: no such file or directory.`);
  expect(read([FOLDER]).problem).toContain("cannot be read: illegal operation on a directory.");
  for (const text of ["", "hello", "{}", "null", '{"format":"other"}'])
    expect(read([save("other", text)]).problem).toContain("is no file that Wazi gives.");
});
