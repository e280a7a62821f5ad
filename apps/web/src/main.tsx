import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadRoute } from "./app/route-table.ts";
import { mayBeSignedIn } from "./lib/session.ts";
import "./styles.css";

/** The first page is waited for this long before its skeleton is shown: a skeleton that only flashes is worse than none. */
const PATIENCE_MS = 150;

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** The page stands there already, made at build time for a visitor: it comes alive once its own code has arrived. */
async function hydratePage(container: HTMLElement): Promise<void> {
  await preloadRoute(window.location.pathname, false);
  hydrateRoot(container, app);
}

/** An empty page, as the screens behind a sign-in are: nothing is shown before there is something to show. */
async function start(container: HTMLElement): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  // A page that can't be loaded is said so by the app itself.
  const firstPage = preloadRoute(window.location.pathname, mayBeSignedIn()).catch(() => undefined);
  await Promise.race([firstPage, patience]);
  createRoot(container).render(app);
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
void (root.hasChildNodes() ? hydratePage(root) : start(root));
