import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { allFaults, plant } from "../../lab/planted-faults/all-faults.ts";
import { faultKinds } from "../../lab/planted-faults/planted-fault.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LEAST_FAULTS = 40;
const LEAST_OF_A_KIND = 3;

describe("the planted faults", () => {
  it.each(allFaults)("$id still applies, and its tests exist", (fault) => {
    expect(plant(ROOT, fault)).toContain(fault.replacement);
    for (const path of fault.tests) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it("are noticed by behaviour: the text of the schema is no test of one", () => {
    expect(allFaults.filter(({ tests }) => tests.some((path) => path.includes("schema"))).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it("are listed in docs/reference/planted-faults.md", () => {
    const sections = readFileSync(join(ROOT, "docs/reference/planted-faults.md"), "utf8").split(/^## /m).slice(1);
    const listed = sections.flatMap((section) => {
      const kind = (section.split("\n")[0] ?? "").toLowerCase();
      const lines = [...section.matchAll(/^- `[^`]+`: (.+)$/gm)].map(([, ids = ""]) => ids);
      return lines.flatMap((ids) => ids.split(", ").map((id) => `${kind} ${id.replaceAll("`", "")}`));
    });
    expect(listed.sort()).toEqual(allFaults.map(({ kind, id }) => `${kind} ${id}`).sort());
  });

  it("cover each kind", () => {
    expect(allFaults.length).toBeGreaterThanOrEqual(LEAST_FAULTS);
    expect(new Set(allFaults.map(({ id }) => id)).size).toBe(allFaults.length);
    for (const kind of faultKinds) {
      expect(allFaults.filter((fault) => fault.kind === kind).length, kind).toBeGreaterThanOrEqual(LEAST_OF_A_KIND);
    }
  });
});
