/**
 * The forms of the printed report, as `EMBEDDED_FILE` tells them and `PREFERRED_RESPONSE` asks for
 * them. PDF is what every loan system expects; HTML is read on screens of any width.
 */

/** What `EMBEDDED_FILE` says of each form. */
export const PRINTED_FORMS = {
  PDF: { extension: 'pdf', mimeType: 'application/pdf' },
  HTML: { extension: 'html', mimeType: 'text/html' },
} as const

/** A form of the printed report. */
export type PrintedForm = keyof typeof PRINTED_FORMS

/** Every form, the usual one first. */
export const PRINTED_FORM_NAMES = ['PDF', 'HTML'] as const satisfies readonly PrintedForm[]
