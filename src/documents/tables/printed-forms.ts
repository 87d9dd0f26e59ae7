/**
 * The formats of the printed report, as stated in `EMBEDDED_FILE` and requested with
 * `PREFERRED_RESPONSE`. Every loan system expects PDF; HTML is readable on screens of any width.
 */

/** The values in `EMBEDDED_FILE` for each format. */
export const PRINTED_FORMS = {
  PDF: { extension: 'pdf', mimeType: 'application/pdf' },
  HTML: { extension: 'html', mimeType: 'text/html' },
} as const

/** A format of the printed report. */
export type PrintedForm = keyof typeof PRINTED_FORMS

/** All formats, the default first. */
export const PRINTED_FORM_NAMES = ['PDF', 'HTML'] as const satisfies readonly PrintedForm[]
