import sharp, { type Sharp } from "sharp";

/** Generates images for tests and benchmarks. */

/** Size of a JPEG comment including its header; the format allows slightly more. */
const MAX_COMMENT = 60_000;

type Format = "jpeg" | "png" | "webp";

export function toDataUrl(type: string, bytes: Uint8Array): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** The left half is red and the right half blue, so that a rotation is visible. */
export function drawHalves(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: "blue" } };
  return sharp({ create: { width, height, channels: 3, background: "red" } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ]);
}

export function createSmallPicture(format: Format = "jpeg"): Promise<Buffer> {
  return drawHalves(60, 40).toFormat(format).toBuffer();
}

/** Like a phone photo: stored sideways, with an EXIF orientation of a quarter turn. */
export function createPhonePicture(width: number, height: number): Promise<Buffer> {
  return drawHalves(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

/** Reads format, size and the colour at the top (red, green and blue from 0 to 255). */
export async function readPictureInfo(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata();
  const top = sharp(bytes).extract({ left: Math.floor(width / 2), top: Math.floor(height / 10), width: 1, height: 1 });
  return { format, width, height, top: [...(await top.raw().toBuffer())] };
}

/** Creates a square JPEG of exactly this many bytes with noise, so that it compresses like a photo. */
export async function createCameraPicture(
  bytes: number,
  side: number,
  random: (size: number) => Buffer,
): Promise<Buffer> {
  const grain = Math.ceil(side / 2);
  const picture = await sharp(random(grain * grain * 3), { raw: { width: grain, height: grain, channels: 3 } })
    .resize(side)
    .jpeg({ quality: 75 })
    .toBuffer();
  // Comments, which decoders skip, pad the file to its size.
  const comments: Buffer[] = [];
  for (let missing = bytes - picture.length; missing > 0;) {
    // The rest must not be too short for a comment.
    const length = Math.min(missing, missing - MAX_COMMENT < 4 ? missing : MAX_COMMENT);
    if (length < 4 || length > 65_537) throw new Error(`Cannot pad this image to ${bytes} bytes`);
    const head = Buffer.from([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 0xff]);
    comments.push(head, Buffer.alloc(length - 4, "x"));
    missing -= length;
  }
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
}

/** A small file that needs hundreds of megabytes when decoded. */
export function createPixelBomb(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: "white" }, limitInputPixels: false })
    .toColourspace("b-w")
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
}
