/** The view of an image: zoom, offset from the middle in pixels, and quarter turns. */
export interface PictureView {
  zoom: number;
  x: number;
  y: number;
  quarters: 0 | 1 | 2 | 3;
}

export interface Size {
  width: number;
  height: number;
}

/** From the middle of the box, in pixels. */
export interface Point {
  x: number;
  y: number;
}

export const initialView: PictureView = { zoom: 1, x: 0, y: 0, quarters: 0 };
export const MAX_ZOOM = 8;
export const ZOOM_STEP = 1.5;
const DOUBLE_CLICK_ZOOM = 2.5;
const middle: Point = { x: 0, y: 0 };

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Limits the offset, so that the image stays in its box. */
function clampToBox(view: PictureView, box: Size): PictureView {
  const room = (side: number): number => (side * (view.zoom - 1)) / 2;
  return {
    ...view,
    // Adding 0 turns −0 into 0.
    x: clamp(view.x, -room(box.width), room(box.width)) + 0,
    y: clamp(view.y, -room(box.height), room(box.height)) + 0,
  };
}

/** Zooms by a factor around a point. */
export function zoomBy(view: PictureView, factor: number, box: Size, at: Point = middle): PictureView {
  const zoom = clamp(view.zoom * factor, 1, MAX_ZOOM);
  const grown = zoom / view.zoom;
  return clampToBox({ ...view, zoom, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, box);
}

export function moveBy(view: PictureView, by: Point, box: Size): PictureView {
  return clampToBox({ ...view, x: view.x + by.x, y: view.y + by.y }, box);
}

/** Rotates clockwise by a quarter turn around the middle. */
export function rotate(view: PictureView, box: Size): PictureView {
  const quarters = ((view.quarters + 1) % 4) as PictureView["quarters"];
  return clampToBox({ ...view, quarters, x: -view.y, y: view.x }, box);
}

/** Zooms in on a point, or back to the whole image. */
export function toggleZoom(view: PictureView, box: Size, at: Point): PictureView {
  return view.zoom > 1 ? { ...initialView, quarters: view.quarters } : zoomBy(view, DOUBLE_CLICK_ZOOM, box, at);
}

/** The scale that fits a rotated image into its box again. */
export function computeRotatedScale(quarters: PictureView["quarters"], box: Size, picture: Size): number {
  const known = [box.width, box.height, picture.width, picture.height].every((side) => side > 0);
  if (quarters % 2 === 0 || !known) return 1;
  const upright = Math.min(box.width / picture.width, box.height / picture.height);
  const turned = Math.min(box.width / picture.height, box.height / picture.width);
  return turned / upright;
}
