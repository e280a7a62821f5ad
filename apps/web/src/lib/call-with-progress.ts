import type { AnswerOf, BodyInputOf, Call } from "@wazi/contracts";
import { ApiError, fillPath } from "./api-client.ts";

/** A picture on a slow line takes its time; after this long without an end it is given up. */
const UPLOAD_TIMEOUT_MS = 180_000;

/**
 * Makes a call with a large body, telling how much of it has been sent, from 0 to 1. `fetch` can't tell. Rejects as
 * `call` does: with `ApiError` on any answer that is not 2xx, with a `TypeError` on none.
 */
export function callWithProgress<C extends Call>(
  definition: C,
  body: BodyInputOf<C>,
  onProgress: (share: number) => void,
): Promise<AnswerOf<C>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(definition.method, fillPath(definition.path));
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/json");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const { status, responseText, statusText } = request;
      if (status < 200 || status > 299) reject(new ApiError(status, responseText || statusText));
      else resolve((responseText === "" ? undefined : JSON.parse(responseText)) as AnswerOf<C>);
    };
    request.onerror = () => reject(new TypeError("The server did not respond"));
    request.ontimeout = request.onerror;
    request.send(JSON.stringify(body));
  });
}
