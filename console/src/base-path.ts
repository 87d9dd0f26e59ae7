/** The base path of the service. The service writes it into the page. */
export const BASE_PATH =
  document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
