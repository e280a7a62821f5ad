import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadRoute } from "./app/route-table.ts";
import { mayBeSignedIn } from "./lib/session.ts";
import "./styles.css";

/** Wait this long for the first page before showing its skeleton, to avoid a brief flash. */
const PATIENCE_MS = 150;

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** The build has rendered this page. It is hydrated once its code has loaded. */
async function hydratePage(container: HTMLElement): Promise<void> {
  await preloadRoute(window.location.pathname, false);
  hydrateRoot(container, app);
}

/** Pages behind sign-in start empty and are rendered once their code has loaded. */
async function start(container: HTMLElement): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  // The app shows its own error if a page cannot be loaded.
  const firstPage = preloadRoute(window.location.pathname, mayBeSignedIn()).catch(() => undefined);
  await Promise.race([firstPage, patience]);
  createRoot(container).render(app);
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
void (root.hasChildNodes() ? hydratePage(root) : start(root));
