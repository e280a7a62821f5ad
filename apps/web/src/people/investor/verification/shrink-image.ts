import { MAX_IMAGE_BYTES, messages } from "@wazi/contracts";

/** Enough to read a document, and a fraction of a camera's picture. */
const LONGEST_SIDE = 1_200;
const JPEG_QUALITY = 0.7;

/** A picture that cannot be used, with a message for the user. */
export class ImageError extends Error {
  override readonly name = "ImageRefused";
}

/**
 * Returns the picture as a data URL: an upright JPEG of at most 1200 pixels on its long side. Shrinking it here keeps
 * the upload small. Throws `ImageError` above 10 MB or if the browser cannot read the picture.
 */
export async function shrinkImage(file: File): Promise<string> {
  if (file.size > MAX_IMAGE_BYTES) throw new ImageError(messages.imageTooLarge);
  try {
    // Cameras store the rotation beside the pixels.
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    try {
      return drawSmaller(picture);
    } finally {
      picture.close();
    }
  } catch {
    throw new ImageError(messages.imageUnreadable);
  }
}

function drawSmaller(picture: ImageBitmap): string {
  const canvas = document.createElement("canvas");
  const size = fitWithin(picture, LONGEST_SIDE);
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has no canvas left");
  // JPEG has no transparency; transparent parts would turn black.
  context.fillStyle = "white";
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(picture, 0, 0, size.width, size.height);
  const url = canvas.toDataURL("image/jpeg", JPEG_QUALITY);
  if (!url.startsWith("data:image/jpeg")) throw new Error("This browser makes no JPEG");
  return url;
}

interface Size {
  width: number;
  height: number;
}

/** Scales a size down to at most `longest` on its long side, in whole pixels. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
