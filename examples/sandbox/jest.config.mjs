// Trimerge is a package of ECMAScript modules, which jest takes as they are: nothing is transformed.
// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default {
  testEnvironment: 'node',
  testMatch: ['**/jest.test.mjs'],
  moduleFileExtensions: ['mjs', 'js'],
  transform: {},
}
