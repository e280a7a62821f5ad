import { describe, expect, test } from "vitest";
import { computeRotatedScale, MAX_ZOOM, moveBy, toggleZoom, rotate, initialView, zoomBy } from "./picture-view.ts";

const box = { width: 400, height: 300 };

describe("zooming", () => {
  test("keeps what lies under the point where it is", () => {
    const view = zoomBy(initialView, 2, box, { x: 100, y: -50 });
    expect(view).toEqual({ zoom: 2, x: -100, y: 50, quarters: 0 });
  });

  test("goes neither below the whole picture nor beyond all measure", () => {
    expect(zoomBy(initialView, 0.1, box)).toEqual(initialView);
    expect(zoomBy(initialView, 1_000, box).zoom).toBe(MAX_ZOOM);
  });

  test("back to the whole picture, it lies in the middle again", () => {
    const moved = moveBy(zoomBy(initialView, 4, box), { x: 500, y: 500 }, box);
    expect(zoomBy(moved, 0.01, box)).toEqual(initialView);
  });
});

test("a picture never leaves its box", () => {
  expect(moveBy(initialView, { x: 50, y: 50 }, box)).toEqual(initialView);
  const near = zoomBy(initialView, 2, box);
  expect(moveBy(near, { x: 9_999, y: -9_999 }, box)).toMatchObject({ x: 200, y: -150 });
});

describe("turning", () => {
  test("goes by quarters, and after four of them stands as it stood", () => {
    const near = moveBy(zoomBy(initialView, 3, box), { x: 20, y: 10 }, box);
    expect(rotate(near, box)).toMatchObject({ quarters: 1, x: -10, y: 20 });
    expect([1, 2, 3, 4].reduce((view) => rotate(view, box), near)).toEqual(near);
  });

  test("fits a lying picture into the box again", () => {
    // 400 × 200 fits upright. Rotated it is 200 × 400, of which 300 fit.
    expect(computeRotatedScale(1, box, { width: 800, height: 400 })).toBeCloseTo(0.75);
    expect(computeRotatedScale(2, box, { width: 800, height: 400 })).toBe(1);
    expect(computeRotatedScale(1, box, { width: 0, height: 0 })).toBe(1);
  });
});

test("a double click looks closer at that point, and then at all of it again, turned as it is", () => {
  const turned = rotate(initialView, box);
  const near = toggleZoom(turned, box, { x: 40, y: 0 });
  expect(near).toMatchObject({ zoom: 2.5, x: -60, y: 0, quarters: 1 });
  expect(toggleZoom(near, box, { x: 0, y: 0 })).toEqual(turned);
});
