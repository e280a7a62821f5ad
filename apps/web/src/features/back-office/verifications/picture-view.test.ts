import { describe, expect, test } from "vitest";
import { fitWhenTurned, MOST_ZOOM, moveBy, toggleZoom, turn, wholePicture, zoomBy } from "./picture-view.ts";

const box = { width: 400, height: 300 };

describe("zooming", () => {
  test("keeps what lies under the point where it is", () => {
    const view = zoomBy(wholePicture, 2, box, { x: 100, y: -50 });
    expect(view).toEqual({ zoom: 2, x: -100, y: 50, quarters: 0 });
  });

  test("goes neither below the whole picture nor beyond all measure", () => {
    expect(zoomBy(wholePicture, 0.1, box)).toEqual(wholePicture);
    expect(zoomBy(wholePicture, 1_000, box).zoom).toBe(MOST_ZOOM);
  });

  test("back to the whole picture, it lies in the middle again", () => {
    const moved = moveBy(zoomBy(wholePicture, 4, box), { x: 500, y: 500 }, box);
    expect(zoomBy(moved, 0.01, box)).toEqual(wholePicture);
  });
});

test("a picture never leaves its box", () => {
  expect(moveBy(wholePicture, { x: 50, y: 50 }, box)).toEqual(wholePicture);
  const near = zoomBy(wholePicture, 2, box);
  expect(moveBy(near, { x: 9_999, y: -9_999 }, box)).toMatchObject({ x: 200, y: -150 });
});

describe("turning", () => {
  test("goes by quarters, and after four of them stands as it stood", () => {
    const near = moveBy(zoomBy(wholePicture, 3, box), { x: 20, y: 10 }, box);
    expect(turn(near, box)).toMatchObject({ quarters: 1, x: -10, y: 20 });
    expect([1, 2, 3, 4].reduce((view) => turn(view, box), near)).toEqual(near);
  });

  test("fits a lying picture into the box again", () => {
    // 400 × 200 lies whole; turned it is 200 × 400, of which 300 have room.
    expect(fitWhenTurned(1, box, { width: 800, height: 400 })).toBeCloseTo(0.75);
    expect(fitWhenTurned(2, box, { width: 800, height: 400 })).toBe(1);
    expect(fitWhenTurned(1, box, { width: 0, height: 0 })).toBe(1);
  });
});

test("a double click looks closer at that point, and then at all of it again, turned as it is", () => {
  const turned = turn(wholePicture, box);
  const near = toggleZoom(turned, box, { x: 40, y: 0 });
  expect(near).toMatchObject({ zoom: 2.5, x: -60, y: 0, quarters: 1 });
  expect(toggleZoom(near, box, { x: 0, y: 0 })).toEqual(turned);
});
