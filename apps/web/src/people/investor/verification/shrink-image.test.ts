import { expect, test } from "vitest";
import { fitWithin } from "./picture-field.tsx";

test.each([
  [4_000, 3_000, 1_200, 900],
  [3_000, 4_000, 900, 1_200],
  [1_200, 800, 1_200, 800],
  [640, 480, 640, 480],
  [12_000, 3, 1_200, 1],
])("scales %d by %d to %d by %d", (width, height, newWidth, newHeight) => {
  expect(fitWithin({ width, height }, 1_200)).toEqual({ width: newWidth, height: newHeight });
});
