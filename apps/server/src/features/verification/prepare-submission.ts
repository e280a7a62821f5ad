import { MAX_IMAGE_BYTES, messages, submitVerification } from "@wazi/contracts";
import sharp from "sharp";

/** Runs on a thread of its own: reading 28 MB of JSON and decoding images would hold up everybody else's requests. */

/** Of an image before it is decoded: what it takes in memory follows from it, whatever its file's size. */
const MAX_PIXELS = 40_000_000;
/** Enough to read the small print of a passport. */
const MAX_SIDE_PIXELS = 2_000;
const JPEG_QUALITY = 80;
const MAX_DECODE_SECONDS = 20;
/** Of the whole form without its images, as JSON. It goes back to the event loop, so that it must be small. */
const MAX_FORM_LENGTH = 4_096;
/** Of what comes before the content of an image's data URL. */
const MAX_HEADER_LENGTH = 40;
/** Stands for an image in the form that goes back. */
const IMAGE_PLACEHOLDER = "image";

const imageFields = ["frontImageUrl", "backImageUrl"] as const;
type ImageField = (typeof imageFields)[number];

export type PreparedSubmission =
  /** Each image's text is a mark in the form, and the images are there if the form is what the call takes. */
  { form: unknown; images: Partial<Record<ImageField, Uint8Array>> } | { refused: string; field?: ImageField };

// Decoders of other formats are never run, whatever a file claims to be; and every image gets one thread.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
sharp.concurrency(1);
sharp.cache(false);

/** @param body the JSON of the submit call, as it came from the network */
export default async function prepareSubmission(body: Uint8Array): Promise<PreparedSubmission> {
  const sent = parseJson(body);
  if (sent === undefined) return { refused: "The request body is not valid JSON." };
  const form = replaceImages(sent);
  if (!isSmall(form)) return { refused: "The form fields are too long." };
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
    // Nested deeper than the stack.
    return false;
  }
}

/** The image anew as a JPEG with nothing but its pixels, or what to say about it. */
async function prepareImage(url: string): Promise<Uint8Array | string> {
  const header = /^data:image\/(jpe?g|png|webp);base64,/i.exec(url.slice(0, MAX_HEADER_LENGTH));
  if (header === null) return messages.imageUnreadable;
  const type = header[1]?.toLowerCase().replace("jpg", "jpeg");
  const base64 = url.slice(header[0].length);
  if (getDecodedLength(base64) > MAX_IMAGE_BYTES) return messages.imageTooLarge;
  const bytes = Buffer.from(base64, "base64");
  // Whatever is not base64 has been skipped.
  if (bytes.length !== getDecodedLength(base64) || detectFormat(bytes) !== type) return messages.imageUnreadable;
  try {
    return await reencodeImage(bytes);
  } catch {
    // Whatever the decoder has against it, it is the file and not us.
    return messages.imageUnreadable;
  }
}

function getDecodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}

/** By its first bytes. */
function detectFormat(bytes: Buffer): "jpeg" | "png" | "webp" | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return "png";
  const [riff, webp] = [bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12)];
  return riff === "RIFF" && webp === "WEBP" ? "webp" : undefined;
}

/** Upright, of a bounded size, on white, in sRGB, with no metadata: that is left out unless asked for. */
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
