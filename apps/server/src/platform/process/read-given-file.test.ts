import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readGivenFile } from "./read-given-file.ts";
import { StartError } from "./start-error.ts";

it("reads a file, and says in one line why another one cannot be read", () => {
  const folder = mkdtempSync(join(tmpdir(), "wazi-given-"));
  const [file, missing] = [join(folder, "november.pdf"), join(folder, "missing.pdf")];
  writeFileSync(file, "text");
  expect(readGivenFile(file, "statement").toString()).toBe("text");
  const cases: [string, string][] = [
    [missing, "no such file or directory"],
    [folder, "illegal operation on a directory"],
  ];
  for (const [path, reason] of cases) {
    const read = (): Buffer => readGivenFile(path, "statement");
    expect(read).toThrow(StartError);
    expect(read).toThrow(
      `The statement ${JSON.stringify(path)} cannot be read: ${reason}. Name a file that this user may read.`,
    );
  }
  rmSync(folder, { recursive: true });
});
