import type { Confirmation } from '@/lib/confirmation'
import type { Decided, InboxRefusal, Opened } from '@/lib/inbox'
import type { OrganizationRefusal } from '@/lib/organization'
import type { Outcome, Status, Verdict } from '@/lib/request'
import type { Refusal, Result } from '@/lib/result'
import type { Setting } from './words/settings'

/** What an action may refuse beside what its use case refuses. */
export type EdgeRefusal = Refusal<'signed_out' | 'failed'>

/** What a screen can be told in place of a value. */
export type ScreenRefusal = InboxRefusal | EdgeRefusal

/**
 * What became of a decision. On a refusal nothing was recorded: `verdict`, `note` and `answer` are what was sent, so that the
 * form can be drawn again without JavaScript; `before` is what this token's page showed, for «old beside new».
 */
export type DecideState =
  | null
  | { ok: true; decided: Decided }
  | {
      ok: false
      refusal: ScreenRefusal
      before?: { confirmation: Confirmation; shownAt: string } | undefined
      verdict: Verdict
      note: string
      /** The answer as it was sent, a JSON text; '' where none was. */
      answer: string
      /** Of a plain form without JavaScript: what stood in each field of the answer, to the character. */
      fields?: AnswerFields
    }

export type AnswerFields = { [name: string]: string[] }

/** What became of taking a request back. */
export type WithdrawState = null | { ok: true; status: Status; at: string } | { ok: false; refusal: ScreenRefusal }

/** What became of saying how an unknown outcome ended. */
export type SettleState = null | { ok: true; outcome: Outcome } | { ok: false; refusal: ScreenRefusal; note: string }

/**
 * The server actions that the screens of requests call. Form fields: `request` in all of them;
 * `decide` reads `verdict`, `note`, `token`, and for a kind that asks for one `answer`, a JSON text; `settle` reads `happened` (`yes` or `no`) and `note`.
 */
export type RequestActions = {
  decide(previous: DecideState, form: FormData): Promise<DecideState>
  withdraw(previous: WithdrawState, form: FormData): Promise<WithdrawState>
  settle(previous: SettleState, form: FormData): Promise<SettleState>
  /** Describes anew and mints a token; never called by a prefetch or a refetch. */
  openRequest(id: string): Promise<Result<Opened, ScreenRefusal>>
}

/** An action of a plain form whose answer is another page. */
export type FormAction = (form: FormData) => void | Promise<void>

/**
 * What became of a form of the settings; `did` is its field `do`. On a refusal nothing was changed, and `values` is what was
 * sent. `key`: a new API key, shown this once.
 */
export type SettingState =
  | null
  | { ok: true; did: Setting; key?: string }
  | { ok: false; did: Setting; refusal: OrganizationRefusal | EdgeRefusal; values: { [name: string]: string } }

/** The one action behind every form of the settings; the field `do` says which. */
export type SettingsAction = (previous: SettingState, form: FormData) => Promise<SettingState>
