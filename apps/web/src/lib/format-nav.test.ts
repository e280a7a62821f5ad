import { expect, it } from "vitest";
import { formatNav } from "./format-nav.ts";

it.each([
  ["0.800199999999", "0.8001"],
  ["1", "1.0000"],
  ["12.5", "12.5000"],
])("%s is %s", (nav, shown) => {
  expect(formatNav(nav)).toBe(shown);
});
