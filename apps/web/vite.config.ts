import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { dropUnusedSchemas } from "./build/drop-unused-schemas.ts";
import { nameLazyPages } from "./build/name-lazy-pages.ts";

/** The two faces that every page starts with; their hashed names are known only once the bundle is made. */
const preloadedFonts = /(inter|bricolage)-core.*\.woff2$/;

/** What nearly every page is made of; what these stand on comes with them. */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|wouter)\/|vite\/preload-helper|web\/src\/(app\/(deferred-part|lazy-page|shell\/page-loading)|ui\/(button|icons|notice|tag|wordmark|theme-toggle|skeleton|toast-\w+)|lib\/(class-names|connection|use-title|theme|session|api-client|polled))\./;

/** What every form is made of. */
const everyForm =
  /node_modules\/react-hook-form\/|web\/src\/(lib\/forms|ui\/(password-)?field|app\/shell\/entry-shell)\.|contracts\/src\/(messages|password-rules)\.ts$/;

/** What screens of figures are laid out with. */
const everyLeaf = /web\/src\/(ui\/(sheet|page-heading|info-list|thread-figures)|lib\/format-date)\./;

/** What forms are checked with; the first ones that a visitor meets send for it when they are touched. */
const everyRule = /node_modules\/zod\/|web\/src\/lib\/schema-resolver\.|contracts\/src\/(amount|auth|lists)\.ts$/;

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

/** What comes together travels together: fewer requests, and it packs better. */
const chunks = {
  groups: [
    { name: "shell", test: everyPage, priority: 2 },
    { name: "forms", test: everyForm, priority: 1 },
    { name: "rules", test: everyRule, priority: 0 },
    { name: "leaf", test: everyLeaf, priority: 0 },
  ],
};

/** Two builds of the same sources: the app, and with `--ssr` the program that makes the pages of it at build time. */
export default defineConfig(({ isSsrBuild = false }) => ({
  // React has had this hook of its own since 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  plugins: [react(), tailwindcss(), preloadFonts(), dropUnusedSchemas(), ...(isSsrBuild ? [nameLazyPages()] : [])],
  build: {
    // The policy is default-src 'self': a data: font or picture would be refused, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: chunks } },
  },
  // In one piece, with the React of the build's mode and not of the shell's.
  ssr: { noExternal: true },
}));
