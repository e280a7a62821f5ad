import { expect, test } from "vitest";
import { readSection, toSectionSearch, userSections } from "./user-sections.tsx";

test("reads each section back from its address", () => {
  for (const section of userSections) expect(readSection(toSectionSearch(section))).toBe(section);
});

test.each(["", "?section=", "?section=secrets", "?other=deposits"])("reads %j as the movements", (search) => {
  expect(readSection(search)).toBe("movements");
});
