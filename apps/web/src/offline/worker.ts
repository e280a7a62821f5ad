import { DELETE_FIGURES_MESSAGE, FIGURES_CACHE, SAVED_AT_HEADER } from "../lib/saved-figures.ts";
import {
  findRequestKind,
  isPublicPath,
  isShellPath,
  isSignOut,
  isTooOld,
  listFirstPaths,
  MAX_SAVED,
  readPush,
  toSavedAddress,
  toSavedText,
  USER_PATH,
} from "./worker-rules.ts";

/**
 * The service worker: pages and figures without a connection. The build bundles it as /sw.js and puts these values in
 * front of it. It never holds a changing request back and never sends one again.
 */
declare const BUILD: {
  version: string;
  files: readonly string[];
  shellPaths: readonly string[];
  savedPaths: readonly string[];
};

/** The part of the service worker's scope that is used. TypeScript's own types exclude those of pages. */
interface WorkerScope {
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "message", listener: (event: WorkerEvent & { data: unknown }) => void): void;
  addEventListener(
    type: "push",
    listener: (event: WorkerEvent & { data: { text: () => string } | null }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: WorkerEvent & { notification: Notification }) => void,
  ): void;
  registration: Pick<ServiceWorkerRegistration, "showNotification"> & {
    navigationPreload?: { enable: () => Promise<void> };
    /** Undefined in browsers without push. */
    pushManager?: PushManager;
  };
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly OpenPage[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
}
interface OpenPage {
  url: string;
  focus: () => Promise<OpenPage>;
  navigate: (path: string) => Promise<unknown>;
}
interface WorkerEvent {
  waitUntil: (work: Promise<unknown>) => void;
}
interface RequestEvent extends WorkerEvent {
  request: Request;
  /** Undefined in browsers without navigation preload. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}

const scope = globalThis as unknown as WorkerScope;
const FILES_CACHE = `wazi-files-${BUILD.version}`;
/** The empty page that every page behind sign-in starts from. */
const SHELL = "/offline-shell";
/** Shown in place of pages that cannot be shown without a connection. */
const OFFLINE_PAGE = "/offline";
/** A saved page is shown when the network has not answered for this long. */
const PATIENCE_MS = 5_000;

const wazi = { origin: location.origin, files: new Set(BUILD.files), savedPaths: new Set(BUILD.savedPaths) };
/** Counts changes of the session: an answer from before one is not saved after it. */
let sessionChanges = 0;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES_CACHE).then((cache) => cache.addAll([...BUILD.files])));
});

scope.addEventListener("activate", (event) => {
  const deleteOld = async () => {
    for (const name of await caches.keys())
      if (name !== FILES_CACHE && name !== FIGURES_CACHE) await caches.delete(name);
    await scope.registration.navigationPreload?.enable();
  };
  event.waitUntil(deleteOld().then(saveFirstFigures));
});

// From pages that were opened before the worker, whose requests it does not see.
scope.addEventListener("message", (event) => {
  if (event.data === DELETE_FIGURES_MESSAGE) event.waitUntil(deleteFigures());
});

// Every message is shown: browsers allow no silent ones.
scope.addEventListener("push", (event) => {
  const { title, body, path } = readPush(event.data?.text());
  const options = { body, icon: "/icon-192.png", badge: "/icon-192.png", data: { path } };
  event.waitUntil(scope.registration.showNotification(title, options));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage((event.notification.data as { path: string }).path));
});

/** Opens a page of ours in a window that is open already, or in a new one. */
async function openPage(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [open] = pages.filter(({ url }) => new URL(url).origin === location.origin);
  if (open === undefined) await scope.clients.openWindow(path);
  else await (await open.focus()).navigate(path);
}

scope.addEventListener("fetch", (event) => {
  const kind = findRequestKind(event.request, wazi);
  if (kind === "page") event.respondWith(answerPage(event));
  else if (kind === "file") event.respondWith(answerFile(event.request));
  else if (kind === "figures") event.respondWith(answerFigures(event));
  else if (kind === "session") event.respondWith(answerSession(event.request));
});

/** The page that registered the worker has its figures already, so the worker reads them once itself. */
async function saveFirstFigures(): Promise<void> {
  const before = sessionChanges;
  for (const path of listFirstPaths(BUILD.savedPaths, Date.now())) {
    const request = new Request(path, { headers: { accept: "application/json" } });
    const response = await fetch(request);
    if (!response.ok) return;
    await saveFigures(request, response, before);
  }
}

/** Hashed files never change. The others are part of the version. */
async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES_CACHE);
  const saved = await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  if (saved !== undefined) return saved;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function answerPage(event: RequestEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const fresh = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  const shell = isShellPath(pathname, BUILD.shellPaths) && (await findFigures(USER_PATH)) !== undefined;
  try {
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    const response = await (shell ? Promise.race([fresh, patience]) : fresh);
    if (response !== undefined) return response;
    // The answer may still come: it is not used any more.
    event.waitUntil(fresh.catch(() => undefined));
  } catch {
    // There is no connection.
  }
  const saved = await caches.match(shell ? SHELL : OFFLINE_PAGE, { ignoreVary: true });
  return saved ?? Response.error();
}

async function answerFigures(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const before = sessionChanges;
  try {
    const response = await fetch(request);
    if (response.status === 401) await deleteFigures();
    else if (response.ok) event.waitUntil(saveFigures(request, response.clone(), before));
    return response;
  } catch (error) {
    const saved = await findFigures(request.url);
    if (saved !== undefined) return saved;
    throw error;
  }
}

async function saveFigures(request: Request, response: Response, before: number): Promise<void> {
  const text = toSavedText(new URL(request.url).pathname, await response.text());
  const cache = await caches.open(FIGURES_CACHE);
  // A page of sign-in asks for public settings too, when there is nobody to save them for.
  const isForUser = !isPublicPath(request.url) || (await cache.match(USER_PATH, { ignoreVary: true })) !== undefined;
  if (before !== sessionChanges || !isForUser) return;
  const headers = { "content-type": "application/json", [SAVED_AT_HEADER]: String(Date.now()) };
  await cache.put(toSavedAddress(request.url, Date.now()), new Response(text, { headers }));
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_SAVED))) await cache.delete(key);
}

async function findFigures(url: string): Promise<Response | undefined> {
  const cache = await caches.open(FIGURES_CACHE);
  const saved = await cache.match(toSavedAddress(new URL(url, location.origin).href, Date.now()), { ignoreVary: true });
  if (saved === undefined) return undefined;
  if (!isTooOld(Number(saved.headers.get(SAVED_AT_HEADER)), Date.now())) return saved;
  await deleteFigures();
  return undefined;
}

/** Whoever signs in or out, the figures on this device are no longer theirs to see. */
async function answerSession(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await deleteFigures();
  // The server has ended it too. Without this, the browser would keep an address that nothing is sent to.
  if (response.ok && isSignOut(request.url)) await endPush();
  return response;
}

async function endPush(): Promise<void> {
  const subscription = await scope.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function deleteFigures(): Promise<void> {
  sessionChanges += 1;
  await caches.delete(FIGURES_CACHE);
}
