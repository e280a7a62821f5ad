import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { adminPaths } from "./app/admin-paths.ts";
import { App } from "./app/app.tsx";
import { loadedSources } from "./app/lazy-page.tsx";
import { preloadRoute, publicRoutes, signedInRoutes } from "./app/route-table.ts";
import { notFoundHead, pageHeads, signedInHead, type PageHead } from "./content/page-heads.ts";

/** One page as the build writes it to a file. */
export interface PrerenderedPage {
  /** The file's name below the web root. */
  file: string;
  head: PageHead;
  /** What stands in #root; empty for a screen that only its owner sees. */
  html: string;
  /** The source files of the pages that its scripts start with. */
  sources: readonly string[];
}

/** The chunk that lists the pages behind sign-in. */
const SIGNED_IN_PAGE_LIST = "src/app/signed-in-page-modules.ts";
/** An address that no page has. */
const UNKNOWN_PATH = "/404";
const behindSignIn = ["/", ...Object.keys(signedInRoutes), ...adminPaths];

/** Every page of the product as a visitor sees it first, and the empty ones that signed-in users start from. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const made: PrerenderedPage[] = [];
  for (const path of ["/", ...Object.keys(publicRoutes), ...Object.keys(signedInRoutes)]) {
    made.push(await prerender(path, `${toFileName(path)}.html`, getHead(path)));
  }
  made.push(await prerender(UNKNOWN_PATH, "404.html", notFoundHead));
  for (const path of behindSignIn) {
    const sources = await listSources(path, true);
    made.push({ file: `signed-in/${toFileName(path)}.html`, head: signedInHead, html: "", sources });
  }
  return made;
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

/** `/bots/:id` is `bots/[id]`, which the server takes for any address below `/bots` that has no file of its own. */
function toFileName(path: string): string {
  return path === "/" ? "index" : path.slice(1).replace(/:(\w+)/g, "[$1]");
}

const isAdminPath = (path: string): boolean => adminPaths.some((each) => each === path);

function getHead(path: string): PageHead {
  const head = pageHeads[path in signedInRoutes ? "/signin" : isAdminPath(path) ? "/admin" : path];
  if (head === undefined) throw new Error(`${path} has no title and description in content/page-heads.ts`);
  return head;
}
