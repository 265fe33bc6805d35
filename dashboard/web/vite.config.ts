import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // relative addresses: the page works under any sub-path of a proxy
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page's security policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: { index: "index.html", desk: "desk.html" } },
  },
});
