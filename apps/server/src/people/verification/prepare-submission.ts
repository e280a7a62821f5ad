import { MAX_IMAGE_BYTES, messages, submitVerification } from "@wazi/contracts";
import sharp from "sharp";
import * as texts from "../../messages/people.ts";

/** Runs in a worker thread, because parsing 28 MB of JSON and decoding images would delay other requests. */

/** Checked before decoding. It bounds the memory of an image for any file size. */
const MAX_PIXELS = 40_000_000;
/** The small print of a passport is still readable at this size. */
const MAX_SIDE_PIXELS = 2_000;
const JPEG_QUALITY = 80;
const MAX_DECODE_SECONDS = 20;
/** Limit of the form without images, as JSON. It is passed back to the main thread and must be small. */
const MAX_FORM_LENGTH = 4_096;
/** Limit of the part of a data URL before its content. */
const MAX_HEADER_LENGTH = 40;
/** Replaces an image in the form that is passed back. */
const IMAGE_PLACEHOLDER = "image";

const imageFields = ["frontImageUrl", "backImageUrl"] as const;
type ImageField = (typeof imageFields)[number];

export type PreparedSubmission =
  /** The form contains a placeholder per image. The images are present only if the form is valid. */
  { form: unknown; images: Partial<Record<ImageField, Uint8Array>> } | { refused: string; field?: ImageField };

// Only these three decoders may run, whatever type a file claims; each image uses one thread.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
sharp.concurrency(1);
sharp.cache(false);

/** @param body the raw JSON body of the submit call */
export default async function prepareSubmission(body: Uint8Array): Promise<PreparedSubmission> {
  const sent = parseJson(body);
  if (sent === undefined) return { refused: texts.submissionNotJson };
  const form = replaceImages(sent);
  if (!isSmall(form)) return { refused: texts.submissionTooLong };
  const images: Partial<Record<ImageField, Uint8Array>> = {};
  if (!submitVerification.body.safeParse(form).success) return { form, images };
  for (const field of imageFields) {
    const url = (sent as Partial<Record<ImageField, string | null>>)[field];
    if (!url) continue;
    const image = await prepareImage(url);
    if (typeof image === "string") return { refused: image, field };
    images[field] = image;
  }
  return { form, images };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function replaceImages(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  const isImage = (name: string, value: unknown): boolean =>
    imageFields.some((field) => field === name) && typeof value === "string" && value !== "";
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]: [string, unknown]) => [
      name,
      isImage(name, value) ? IMAGE_PLACEHOLDER : value,
    ]),
  );
}

function isSmall(form: unknown): boolean {
  try {
    return JSON.stringify(form).length <= MAX_FORM_LENGTH;
  } catch {
    // The value is nested too deeply for the stack.
    return false;
  }
}

/** Re-encodes an image as a JPEG without metadata, or returns an error message. */
async function prepareImage(url: string): Promise<Uint8Array | string> {
  const header = /^data:image\/(jpe?g|png|webp);base64,/i.exec(url.slice(0, MAX_HEADER_LENGTH));
  if (header === null) return messages.imageUnreadable;
  const type = header[1]?.toLowerCase().replace("jpg", "jpeg");
  const base64 = url.slice(header[0].length);
  if (getDecodedLength(base64) > MAX_IMAGE_BYTES) return messages.imageTooLarge;
  const bytes = Buffer.from(base64, "base64");
  // Buffer.from skips characters that are not base64.
  if (bytes.length !== getDecodedLength(base64) || detectFormat(bytes) !== type) return messages.imageUnreadable;
  try {
    return await reencodeImage(bytes);
  } catch {
    // Every decoder error is a problem of the file.
    return messages.imageUnreadable;
  }
}

function getDecodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}

/** Detects the format by its first bytes. */
function detectFormat(bytes: Buffer): "jpeg" | "png" | "webp" | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return "png";
  const [riff, webp] = [bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12)];
  return riff === "RIFF" && webp === "WEBP" ? "webp" : undefined;
}

/** Turns the image upright, bounds its size, flattens it on white and converts it to sRGB. sharp drops metadata by default. */
async function reencodeImage(bytes: Buffer): Promise<Uint8Array> {
  const encoded = await sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: MAX_DECODE_SECONDS })
    .autoOrient()
    .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return new Uint8Array(encoded);
}
