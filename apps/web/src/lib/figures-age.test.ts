import { expect, it } from "vitest";
import { noteAnswer, readAnsweredAt } from "./figures-age.ts";

it("is that of the oldest saved answer, or of the server's last one", () => {
  expect(readAnsweredAt()).toBeNull();
  noteAnswer(null, 1_000);
  expect(readAnsweredAt()).toBe(1_000);
  noteAnswer(900, 2_000);
  noteAnswer(500, 2_000);
  noteAnswer(700, 2_000);
  expect(readAnsweredAt()).toBe(500);
  noteAnswer(null, 3_000);
  expect(readAnsweredAt()).toBe(3_000);
});
