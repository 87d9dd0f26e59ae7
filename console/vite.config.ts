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
      // Libraries mark files for server-side rendering. Here, all code runs in the browser.
      checks: { moduleLevelDirective: false },
      // Libraries compress better together than separately, and stay cached when the console
      // changes. The same applies to the parts that pages share: as separate files they were a
      // fifth larger.
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
