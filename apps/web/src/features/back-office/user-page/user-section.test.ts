import { expect, test } from "vitest";
import { readSection, toSectionSearch, userSections } from "./user-section.ts";

test("each section is found again by its address", () => {
  for (const section of userSections) expect(readSection(toSectionSearch(section))).toBe(section);
});

test.each(["", "?section=", "?section=secrets", "?other=deposits"])("%s shows the movements", (search) => {
  expect(readSection(search)).toBe("movements");
});
