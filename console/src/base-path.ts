/** The path that the whole service stands under; the service writes it into the page. */
export const BASE_PATH =
  document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
