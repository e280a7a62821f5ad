import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFolder } from "./create-folder.ts";
import { describeFailure, explainLastWords, StartError } from "./start-error.ts";

describe("describeFailure", () => {
  it("says in one line that the disk is full, and what to do", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    expect(describeFailure(full)).toBe(
      "ENOSPC: no space left on device, write. The disk is full. Free some space, then start Wazi again.",
    );
    expect(explainLastWords('PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device')).toBe(
      'PANIC: could not write to file "pg_wal/xlogtemp.9": No space left on device. The disk is full. Free some space, then start Wazi again.',
    );
  });

  it("gives a start error as its message, and others with their stack", () => {
    expect(describeFailure(new StartError("Set PORT."))).toBe("Set PORT.");
    expect(describeFailure(new Error("unexpected"))).toMatch(/unexpected\n +at /);
    expect(explainLastWords("FATAL:  out of memory")).toBe("FATAL: out of memory");
  });
});

describe("createFolder", () => {
  it("creates the folders above, and fails at once where Node's own recursion would not end", () => {
    const parent = mkdtempSync(join(tmpdir(), "wazi-folder-"));
    createFolder(join(parent, "a/b"));
    createFolder(join(parent, "a/b"));
    expect(() => createFolder("/proc/x/y")).toThrow(expect.objectContaining({ code: "ENOENT" }) as Error);
    rmSync(parent, { recursive: true });
  });
});
