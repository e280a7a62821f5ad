import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { adminPaths } from "./app/admin-paths.ts";
import { App } from "./app/app.tsx";
import { FirstView } from "./app/first-view.tsx";
import OfflinePage from "./app/pages/offline-page.tsx";
import { loadedSources } from "./app/lazy-page.tsx";
import { preloadRoute, publicRoutes, signedInRoutes } from "./app/route-table.ts";
import { notFoundHead, pageHeads, signedInHead, type PageHead } from "./content/page-heads.ts";

export { savedPaths } from "./offline/saved-paths.ts";

export interface PrerenderedPage {
  /** The file name below the web root. */
  file: string;
  head: PageHead;
  /** The content of #root; empty for pages behind sign-in. */
  html: string;
  /** The view until the app has loaded; public/first-view.js completes it. */
  firstView?: string;
  /** False for a page that stays as it is. */
  hasScripts?: boolean;
  /** The source files of the pages that it loads first. */
  sources: readonly string[];
}

/** The chunk that lists the pages behind sign-in. */
const SIGNED_IN_PAGE_LIST = "src/app/signed-in-page-modules.ts";
const UNKNOWN_PATH = "/404";
const behindSignIn = ["/", ...Object.keys(signedInRoutes), ...adminPaths];

/** Renders every page as a visitor first sees it, and the empty pages that signed-in users start from. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const made: PrerenderedPage[] = [];
  for (const path of ["/", ...Object.keys(publicRoutes), ...Object.keys(signedInRoutes)]) {
    made.push(await prerender(path, `${toFileName(path)}.html`, getHead(path)));
  }
  made.push(prerenderOffline());
  made.push(await prerender(UNKNOWN_PATH, "404.html", notFoundHead));
  const firstView = renderToString(<FirstView />);
  for (const path of behindSignIn) {
    const sources = await listSources(path, true);
    const page = { file: `signed-in/${toFileName(path)}.html`, head: signedInHead, html: "", sources };
    made.push(isAdminPath(path) ? page : { ...page, firstView });
  }
  return made;
}

/** Shown at any address. It has no scripts, because the app would show the page of that address instead. */
function prerenderOffline(): PrerenderedPage {
  const html = renderToString(
    <Router ssrPath="/offline">
      <OfflinePage />
    </Router>,
  );
  return { file: "offline.html", head: getHead("/offline"), html, sources: [], hasScripts: false };
}

async function prerender(path: string, file: string, head: PageHead): Promise<PrerenderedPage> {
  const sources = await listSources(path, false);
  const html = renderToString(
    <StrictMode>
      <Router ssrPath={path}>
        <App />
      </Router>
    </StrictMode>,
  );
  return { file, head, html, sources };
}

async function listSources(path: string, isSignedIn: boolean): Promise<string[]> {
  loadedSources.clear();
  await preloadRoute(path, isSignedIn);
  return isSignedIn && path in { "/": true, ...signedInRoutes }
    ? [SIGNED_IN_PAGE_LIST, ...loadedSources]
    : [...loadedSources];
}

/** `/bots/:id` becomes `bots/[id]`. The server uses that file for any path below `/bots` without a file of its own. */
function toFileName(path: string): string {
  return path === "/" ? "index" : path.slice(1).replace(/:(\w+)/g, "[$1]");
}

const isAdminPath = (path: string): boolean => adminPaths.some((each) => each === path);

function getHead(path: string): PageHead {
  const head = pageHeads[path in signedInRoutes ? "/signin" : isAdminPath(path) ? "/admin" : path];
  if (head === undefined) throw new Error(`${path} has no title and description in content/page-heads.ts`);
  return head;
}
