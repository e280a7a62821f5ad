import { MAX_IMAGE_BYTES, messages } from "@wazi/contracts";

/** What of a document's picture is kept: enough to read it by, and a fraction of what a camera makes. */
const LONGEST_SIDE = 1_200;
const JPEG_QUALITY = 0.7;

/** A picture that can't be taken, in words for the person who chose it. */
export class ImageError extends Error {
  override readonly name = "ImageRefused";
}

/**
 * The picture as a data URL: a JPEG, upright, at most 1200 pixels on its long side. It is made smaller here, so that
 * the phone sends little of it.
 * @throws ImageRefused over 10MB, or nothing that this browser can read as a picture
 */
export async function shrinkImage(file: File): Promise<string> {
  if (file.size > MAX_IMAGE_BYTES) throw new ImageError(messages.imageTooLarge);
  try {
    // Cameras lay pictures down and note how to turn them.
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
  // JPEG knows no transparency: what is see-through would come out black.
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

/** A picture's size in whole pixels with its long side at most `longest`; a smaller one stays as it is. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
