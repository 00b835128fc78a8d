/** Something that cannot be, had every guarantee held. */
export type Fault = { org: string; request: string | null; what: string }
