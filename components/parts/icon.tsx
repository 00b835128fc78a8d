const SHAPES = {
  add: <path d="M8 3v10M3 8h10" />,
  alert: (
    <>
      <path d="M8 2.2l6.2 11.1H1.8z" />
      <path d="M8 6.6v3M8 11.4v.1" />
    </>
  ),
  back: <path d="M10 3.5L5.5 8l4.5 4.5" />,
  changed: <path d="M2.75 5.5h10M10 2.75L12.75 5.5 10 8.25M13.25 10.5h-10M6 7.75L3.25 10.5 6 13.25" />,
  check: <path d="M3 8.6l3.2 3.2L13 4.6" />,
  chevron: <path d="M6 3.5L10.5 8 6 12.5" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M3 10.5V3.75A.75.75 0 013.75 3H10.5" />
    </>
  ),
  command: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
      <path d="M4.75 6l2.25 2-2.25 2M8.75 10.25h2.5" />
    </>
  ),
  cross: <path d="M4 4l8 8M12 4l-8 8" />,
  desk: <path d="M2.25 13.25h11.5M4.25 10.75V7.5M8 10.75V3M11.75 10.75V5.5" />,
  down: <path d="M4 6l4 4 4-4" />,
  remove: <path d="M2.75 4.5h10.5M6 4.5V2.75h4V4.5M4.25 4.5l.6 8.75h6.3l.6-8.75" />,
  gate: <path d="M3 2.5v11M13 2.5v11M3 5.5h10M3 9.5h10" />,
  gear: (
    <>
      <path d="M3 4.5h6M12.5 4.5H13M3 11.5h.5M7 11.5h6" />
      <circle cx="10.75" cy="4.5" r="1.75" />
      <circle cx="5.25" cy="11.5" r="1.75" />
    </>
  ),
  inbox: (
    <>
      <path d="M2 9.5l2-6.25h8l2 6.25v3.25H2z" />
      <path d="M2 9.5h3.25L6.5 11.25h3L10.75 9.5H14" />
    </>
  ),
  leave: <path d="M6.5 2.75H3v10.5h3.5M6.5 8H14M11 5l3 3-3 3" />,
  pen: (
    <>
      <path d="M10.6 2.9l2.5 2.5-7.7 7.7H2.9v-2.5z" />
      <path d="M8.8 4.7l2.5 2.5" />
    </>
  ),
  plan: (
    <>
      <circle cx="3.5" cy="8" r="1.75" />
      <circle cx="12.5" cy="3.75" r="1.75" />
      <circle cx="12.5" cy="12.25" r="1.75" />
      <path d="M5.1 7.2l5.8-2.7M5.1 8.8l5.8 2.7" />
    </>
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.25 6.25a1.8 1.8 0 113 1.4c-.8.6-1.25 1-1.25 1.85M8 11.4v.1" />
    </>
  ),
  record: <path d="M3.5 2.5h9v11h-9zM5.75 5.5h4.5M5.75 8h4.5M5.75 10.5h2.5" />,
  return: (
    <>
      <path d="M5.75 3L2.5 6.25 5.75 9.5" />
      <path d="M2.5 6.25h7.25a3.5 3.5 0 010 7H7.5" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="M10.2 10.2L13.75 13.75" />
    </>
  ),
  unlocked: (
    <>
      <rect x="3" y="7" width="10" height="7" rx="1.25" />
      <path d="M5.25 7V4.75a2.75 2.75 0 015.3-1" />
    </>
  ),
} as const

export type IconName = keyof typeof SHAPES

/** A line drawing in the colour of the text around it; never the only sign of anything. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
