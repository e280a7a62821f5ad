import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { dropUnusedSchemas } from "./build/drop-unused-schemas.ts";
import { messageModules } from "./build/message-modules.ts";
import { nameLazyPages } from "./build/name-lazy-pages.ts";

/** The two fonts that every page starts with. Their hashed names are known only after bundling. */
const preloadedFonts = /(inter|bricolage)-core.*\.woff2$/;

/** Modules that nearly every page uses, together with their imports. */
const pageModules =
  /node_modules\/(react|react-dom|scheduler|wouter)\/|vite\/preload-helper|web\/src\/(app\/(deferred-part|lazy-page|shell\/page-loading)|ui\/(button|icons|money|notice|tag|wordmark|theme-toggle|skeleton|toast-store)|lib\/(cents|class-names|message-parts|use-title|session|api-client|polled))\.|domain\/src\/durations\.ts$|contracts\/src\/format-amount\.ts$/;

/** Modules that every form uses. */
const formModules =
  /node_modules\/react-hook-form\/|web\/src\/(lib\/(forms|use-debounced-value)|ui\/(failure-notice|(password-)?field)|app\/shell\/entry-shell)\.|contracts\/src\/(messages|people\/password-rules)\.ts$/;

/** Modules that pages with figures use. */
const figureModules = /web\/src\/(ui\/(sheet|page-heading|info-list|thread-figures)|lib\/format-date)\./;

/** Modules that show prices of markets. */
const marketModules = /web\/src\/(ui\/percent-change|lib\/format-price|content\/labels)\./;

/** Modules that show a list and the states of its query. */
const listModules = /web\/src\/ui\/query-state\./;

/** Modules of the session, which the bar of public pages and the app behind sign-in load. */
const sessionModules = /web\/src\/(people\/investor\/accounts\/session|app\/shell\/leave-question)\./;

/** Modules that forms are checked with. Visitors' forms load them on first focus. */
const validationModules =
  /node_modules\/zod\/|web\/src\/lib\/schema-resolver\.|contracts\/src\/(amount|lists|people\/accounts)\.ts$/;

function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((fileName) => preloadedFonts.test(fileName))
          .map((fileName) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${fileName}`, crossorigin: "" },
            injectTo: "head" as const,
          }));
      },
    },
  };
}

/** Modules that load together share a chunk: fewer requests and better compression. */
const chunks = {
  groups: [
    { name: "shell", test: pageModules, priority: 2 },
    { name: "forms", test: formModules, priority: 1 },
    { name: "validation", test: validationModules, priority: 0 },
    { name: "figures", test: figureModules, priority: 0 },
    { name: "markets", test: marketModules, priority: 0 },
    { name: "lists", test: listModules, priority: 0 },
    { name: "session", test: sessionModules, priority: 0 },
  ],
};

/** Two builds of the same sources: the app, and with `--ssr` the program that renders its pages at build time. */
export default defineConfig(({ isSsrBuild = false }) => ({
  // React has this hook since version 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    dropUnusedSchemas(),
    messageModules(),
    ...(isSsrBuild ? [nameLazyPages()] : []),
  ],
  build: {
    // The content security policy (default-src 'self') blocks data: fonts and images, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // Texts that are constants are put where they are used, so they need no import from one chunk to another.
    rolldownOptions: isSsrBuild
      ? {}
      : { optimization: { inlineConst: { mode: "all" } }, output: { codeSplitting: chunks } },
  },
  // One file, with React in the mode of the build and not of the shell.
  ssr: { noExternal: true },
}));
