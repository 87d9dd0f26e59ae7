// Trimerge consists of ECMAScript modules, which jest must load without transforming them.
// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default {
  testEnvironment: 'node',
  testMatch: ['**/jest.test.mjs'],
  moduleFileExtensions: ['mjs', 'js'],
  transform: {},
}
