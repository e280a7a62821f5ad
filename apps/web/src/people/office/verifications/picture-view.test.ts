import { describe, expect, test } from "vitest";
import { computeRotatedScale, MAX_ZOOM, moveBy, toggleZoom, rotate, initialView, zoomBy } from "./picture-view.ts";

const box = { width: 400, height: 300 };

describe("zooming", () => {
  test("keeps the content under the point in place", () => {
    const view = zoomBy(initialView, 2, box, { x: 100, y: -50 });
    expect(view).toEqual({ zoom: 2, x: -100, y: 50, quarters: 0 });
  });

  test("stays between the whole image and the maximum zoom", () => {
    expect(zoomBy(initialView, 0.1, box)).toEqual(initialView);
    expect(zoomBy(initialView, 1_000, box).zoom).toBe(MAX_ZOOM);
  });

  test("centres the image again when it is whole", () => {
    const moved = moveBy(zoomBy(initialView, 4, box), { x: 500, y: 500 }, box);
    expect(zoomBy(moved, 0.01, box)).toEqual(initialView);
  });
});

test("an image never leaves its box", () => {
  expect(moveBy(initialView, { x: 50, y: 50 }, box)).toEqual(initialView);
  const near = zoomBy(initialView, 2, box);
  expect(moveBy(near, { x: 9_999, y: -9_999 }, box)).toMatchObject({ x: 200, y: -150 });
});

describe("rotating", () => {
  test("is back at the start after four quarter turns", () => {
    const near = moveBy(zoomBy(initialView, 3, box), { x: 20, y: 10 }, box);
    expect(rotate(near, box)).toMatchObject({ quarters: 1, x: -10, y: 20 });
    expect([1, 2, 3, 4].reduce((view) => rotate(view, box), near)).toEqual(near);
  });

  test("fits a rotated image into the box again", () => {
    // 400 × 200 fits upright. Rotated it is 200 × 400, of which 300 fit.
    expect(computeRotatedScale(1, box, { width: 800, height: 400 })).toBeCloseTo(0.75);
    expect(computeRotatedScale(2, box, { width: 800, height: 400 })).toBe(1);
    expect(computeRotatedScale(1, box, { width: 0, height: 0 })).toBe(1);
  });
});

test("a double click zooms in on the point, and a second one shows the whole rotated image", () => {
  const turned = rotate(initialView, box);
  const near = toggleZoom(turned, box, { x: 40, y: 0 });
  expect(near).toMatchObject({ zoom: 2.5, x: -60, y: 0, quarters: 1 });
  expect(toggleZoom(near, box, { x: 0, y: 0 })).toEqual(turned);
});
