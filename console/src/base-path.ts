/** The base path of the service, which the service writes into the page. */
export const BASE_PATH =
  document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
