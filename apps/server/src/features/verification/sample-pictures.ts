import sharp, { type Sharp } from "sharp";

/** Pictures for tests and benches, made here and not kept. */

/** Of a JPEG's comment with its head; a little more is possible. */
const MAX_COMMENT = 60_000;

type Format = "jpeg" | "png" | "webp";

export function toDataUrl(type: string, bytes: Uint8Array): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** The left half red, the right half blue, so that a turned one shows. */
export function drawHalves(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: "blue" } };
  return sharp({ create: { width, height, channels: 3, background: "red" } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ]);
}

export function createSmallPicture(format: Format = "jpeg"): Promise<Buffer> {
  return drawHalves(60, 40).toFormat(format).toBuffer();
}

/** As a phone takes it: lying on its side, with a note that it is to be turned by a quarter. */
export function createPhonePicture(width: number, height: number): Promise<Buffer> {
  return drawHalves(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

/** What a picture is, and the colour at its top: red, green and blue from 0 to 255. */
export async function readPictureInfo(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata();
  const top = sharp(bytes).extract({ left: Math.floor(width / 2), top: Math.floor(height / 10), width: 1, height: 1 });
  return { format, width, height, top: [...(await top.raw().toBuffer())] };
}

/** A square JPEG of exactly this many bytes, as a camera makes them: nothing in it repeats. */
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
  // Comments, which decoders skip, fill it up.
  const comments: Buffer[] = [];
  for (let missing = bytes - picture.length; missing > 0;) {
    // None may be left that is too short to be one.
    const length = Math.min(missing, missing - MAX_COMMENT < 4 ? missing : MAX_COMMENT);
    if (length < 4 || length > 65_537) throw new Error(`This picture can't be filled up to ${bytes} bytes`);
    const head = Buffer.from([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 0xff]);
    comments.push(head, Buffer.alloc(length - 4, "x"));
    missing -= length;
  }
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
}

/** Small as a file, and hundreds of megabytes when decoded. */
export function createPixelBomb(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: "white" }, limitInputPixels: false })
    .toColourspace("b-w")
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
}
