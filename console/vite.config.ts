import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // Files refer to each other by relative paths, because the service can run under any base path.
  base: './',
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Libraries mark files for servers that render; here, all code runs in the browser.
      checks: { moduleLevelDirective: false },
      // The libraries together compress better than in pieces, and stay cached when the console changes.
      // So do the parts that pages share: each in a file of its own, they took a fifth more.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/openapi.json': 'http://127.0.0.1:8080' } },
})
