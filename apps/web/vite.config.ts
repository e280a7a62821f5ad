import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leaveOutUnusedSchemas } from "./build/leave-out-unused-schemas.ts";

/** The two faces that every page starts with; their hashed names are known only once the bundle is made. */
const preloadedFonts = /(inter-latin-wght|bricolage-grotesque-latin-wght)-normal.*\.woff2$/;

/** What nearly every page is made of; what these stand on comes with them. */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|wouter)\/|web\/src\/(ui\/(button|icons|notice|wordmark|theme-toggle|skeleton|toast-\w+)|lib\/(class-names|use-title|theme|session|api-client))/;

/** What every form is made of and checked with. */
const everyForm =
  /node_modules\/(react-hook-form|zod)\/|web\/src\/(lib\/forms|ui\/(password-)?field|app\/shell\/entry-shell)|contracts\/src\/(amount|auth|lists|messages)\.ts$/;

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

export default defineConfig({
  // React has had this hook of its own since 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  plugins: [react(), tailwindcss(), preloadFonts(), leaveOutUnusedSchemas()],
  build: {
    // The policy is default-src 'self': a data: font or picture would be refused, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What comes together travels together: fewer requests, and it packs better.
        codeSplitting: {
          groups: [
            { name: "shell", test: everyPage, priority: 2 },
            { name: "forms", test: everyForm, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:3000" } },
});
