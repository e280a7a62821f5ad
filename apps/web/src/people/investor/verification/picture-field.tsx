import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import * as texts from "../../../messages/verification.ts";
import { MAX_IMAGE_BYTES, messages } from "@wazi/contracts";

/** Enough to read a document, and a fraction of a camera's picture. */
const LONGEST_SIDE = 1_200;
const JPEG_QUALITY = 0.7;

/** A picture that cannot be used, with a message for the user. */
class ImageError extends Error {
  override readonly name = "ImageRefused";
}

/**
 * Returns the picture as a data URL: an upright JPEG of at most 1200 pixels on its long side. Shrinking it here keeps
 * the upload small. Throws `ImageError` above 10 MB or if the browser cannot read the picture.
 */
async function shrinkImage(file: File): Promise<string> {
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

const ACCEPTED = "image/jpeg,image/png,image/webp";

/**
 * Lets the user choose a picture or take one with a phone, and shows it as it will be sent. The value is a data URL, or
 * empty.
 */
export function PictureField({
  label,
  value,
  error,
  disabled,
  onChange,
}: {
  label: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (dataUrl: string) => void;
}) {
  const id = useId();
  const [isWorking, setWorking] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const shownError = refusal ?? error;

  async function take(file: File) {
    setWorking(true);
    setRefusal(undefined);
    try {
      onChange(await shrinkImage(file));
    } catch (failure) {
      if (!(failure instanceof ImageError)) throw failure;
      setRefusal(failure.message);
      toast.bad(texts.error, failure.message);
    } finally {
      setWorking(false);
    }
  }

  const input = { describedBy: `${id}-hint ${id}-error`, disabled: disabled || isWorking, onFile: take };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-14 font-semibold">{label}</legend>
      <div
        className={classNames(
          "grid gap-3 rounded-sm border border-dashed p-4",
          shownError === undefined ? "border-outline" : "border-loss",
        )}
      >
        {value === "" ? (
          <p className="text-14 text-muted">{isWorking ? texts.pictureProcessing : texts.pictureNone}</p>
        ) : (
          <img src={value} alt={texts.pictureAlt({ label })} className="max-h-56 w-full rounded-sm object-contain" />
        )}
        <div className="flex flex-wrap gap-2">
          <FileButton {...input} name={texts.pictureChooseLabel({ label })}>
            {value === "" ? texts.pictureChoose : texts.chooseAnother}
          </FileButton>
          <FileButton {...input} name={texts.pictureTakeLabel({ label })} isCamera>
            {texts.pictureTake}
          </FileButton>
          {value === "" ? null : (
            <Button
              look="quiet"
              className="px-3"
              disabled={input.disabled}
              onClick={() => onChange("")}
              aria-label={texts.removeLabel({ label })}
            >
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-14 text-muted">
        {texts.pictureFormats}
      </p>
      <div id={`${id}-error`}>{shownError === undefined ? null : <FieldError>{shownError}</FieldError>}</div>
    </fieldset>
  );
}

/** A file input that looks like a button. With `isCamera`, it opens the camera and is shown on touch devices only. */
function FileButton({
  name,
  describedBy,
  disabled,
  isCamera = false,
  onFile,
  children,
}: {
  name: string;
  describedBy: string;
  disabled: boolean;
  isCamera?: boolean;
  onFile: (file: File) => Promise<void>;
  children: ReactNode;
}) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // Allows choosing the same file again after it was rejected or removed.
    event.target.value = "";
    if (file !== undefined) void onFile(file);
  }

  return (
    <label
      className={classNames(
        "relative min-h-11 cursor-pointer items-center justify-center rounded-sm border border-outline bg-surface px-3.5 text-16 font-semibold hover:border-primary hover:text-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary has-disabled:cursor-not-allowed has-disabled:text-muted",
        isCamera ? "hidden pointer-coarse:inline-flex" : "inline-flex",
      )}
    >
      {children}
      <input
        type="file"
        accept={ACCEPTED}
        capture={isCamera ? "environment" : undefined}
        aria-label={name}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={change}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      />
    </label>
  );
}
