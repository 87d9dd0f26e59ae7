/** The icons of the console, drawn on a grid of 16 by 16. */

const PATHS = {
  overview: 'M2 13.5h12M4 11V8m4 3V4m4 7V6.5',
  orders: 'M3 3.5h10v9H3zM3 6.5h10M5.5 9h5',
  desk: 'M11.5 2.5l2 2L6 12l-3 1 1-3zM9.5 4.5l2 2',
  reports: 'M4 2h5.5L12.5 5v9H4zM9.5 2v3h3M6 8h4.5M6 10.5h4.5',
  sandbox: 'M6.5 2.5h3M7 2.5v4L3.5 13h9L9 6.5v-4M5.2 10h5.6',
  accounts: 'M2.5 13.5v-8L8 2.5l5.5 3v8M6 13.5v-4h4v4',
  people: 'M8 7.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM3 13.5c.4-2.6 2.4-4 5-4s4.6 1.4 5 4',
  audit: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM5.8 8l1.6 1.6L10.4 6.5',
  api: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  download: 'M8 2.5v7.5M5 7l3 3 3-3M3 13.5h10',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.1',
  info: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 7.5v3.5M8 5v.1',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.7 10.7L14 14',
  light:
    'M8 11a3 3 0 100-6 3 3 0 000 6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  dark: 'M13.5 9.5A6 6 0 016.5 2.5a6 6 0 107 7z',
  out: 'M6.5 2.5h-4v11h4M10.5 5l3 3-3 3M13.5 8h-7',
  refresh: 'M13 8a5 5 0 11-1.5-3.5L13 6M13 2.5V6H9.5',
  clock: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 4.5V8l2.5 1.5',
  eye: 'M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8c-1.5 3-3.8 4.5-6.5 4.5S3 11 1.5 8zM8 10a2 2 0 100-4 2 2 0 000 4z',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  next: 'M6.5 3.5L11 8l-4.5 4.5',
  key: 'M5.5 13a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM7.3 8.7L13.5 2.5M11 5l2 2',
  plus: 'M8 3v10M3 8h10',
} as const

/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** An icon beside a label; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The logo: three lines that merge into one. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path
        d="M7 9h6l6 7h6M7 16h18M7 23h6l6-7"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
