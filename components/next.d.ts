// What Next writes into `next-env.d.ts`, so that styles have types before the first build as well.
/// <reference types="next" />
