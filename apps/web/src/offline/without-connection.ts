import type { QueryClient } from "@tanstack/react-query";
import { signOut } from "@wazi/contracts";
import { ApiError, signedInPort } from "../lib/api-client.ts";
import { noteAnswer } from "../lib/figures-age.ts";
import { isOffline } from "../lib/online.ts";
import { queryClient } from "../lib/query-client.ts";
import { mayBeSignedIn, subscribeToSession } from "../lib/session.ts";
import { DELETE_FIGURES_MESSAGE, FIGURES_CACHE, SAVED_AT_HEADER } from "../lib/saved-figures.ts";
import { USER_PATH } from "./worker-rules.ts";
import * as texts from "../messages/offline.ts";

/** Not while the first page still loads: the worker reads files that can wait. */
const REGISTER_AFTER_MS = 5_000;
/** The status of a call that was not made. */
const NOT_SENT = 0;
const NOTHING_SENT = texts.nothingSent;
const STILL_SIGNED_IN = texts.stillSignedIn;

/** Prepares the pages behind sign-in for times without a connection. Browsers have no service worker on insecure origins. */
export function prepareForOffline(): void {
  signedInPort.fetch = fetchAndNote;
  runWithoutConnection(queryClient);
  void noteFirstAnswer();
  subscribeToSession(() => {
    if (!mayBeSignedIn()) deleteSavedFigures();
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => {
    // Without it, only the pages without a connection are missing.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  }, REGISTER_AFTER_MS);
}

/**
 * Lets queries and mutations run at once also without a connection: queries get what the service worker has saved, and
 * mutations fail. By default, mutations would wait and be sent when the connection is back.
 */
function runWithoutConnection(client: QueryClient): void {
  const { queries, mutations } = client.getDefaultOptions();
  const networkMode = "always";
  client.setDefaultOptions({ queries: { ...queries, networkMode }, mutations: { ...mutations, networkMode } });
}

/** Refuses a change without a connection, so that it is neither sent in part nor kept for later. */
const fetchAndNote: typeof fetch = async (path, init) => {
  const isReading = init?.method === "GET";
  if (!isReading && isOffline()) {
    const isSignOut = path === signOut.path;
    // The session can only be ended by the server. What this device keeps must go all the same.
    if (isSignOut) deleteSavedFigures();
    throw new ApiError(NOT_SENT, JSON.stringify({ message: isSignOut ? STILL_SIGNED_IN : NOTHING_SENT }));
  }
  const response = await fetch(path, init);
  if (isReading && response.ok) noteAnswer(readSavedAt(response));
  return response;
};

function readSavedAt({ headers }: Response): number | null {
  const text = headers.get(SAVED_AT_HEADER);
  return text === null ? null : Number(text);
}

/** The first answers came before this code. */
async function noteFirstAnswer(): Promise<void> {
  if (!isOffline()) {
    noteAnswer(null);
    return;
  }
  const saved = "caches" in globalThis ? await caches.match(USER_PATH, { cacheName: FIGURES_CACHE }) : undefined;
  if (saved !== undefined) noteAnswer(readSavedAt(saved));
}

/** Deletes the saved figures of this device, and tells the worker not to save answers that are still on their way. */
function deleteSavedFigures(): void {
  if (!("caches" in globalThis) || !("serviceWorker" in navigator)) return;
  caches.delete(FIGURES_CACHE).catch(() => undefined);
  navigator.serviceWorker.getRegistration().then(
    (registration) => registration?.active?.postMessage(DELETE_FIGURES_MESSAGE),
    () => undefined,
  );
}
