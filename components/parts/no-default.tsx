/**
 * The first submit button of a form that has several: Enter in a field or on a tick presses that one, and so decides
 * nothing. It is not disabled, as Chromium presses the next button for an Enter on a tick then. Without JavaScript the
 * `dialog` method outside a dialog does nothing (HTML, form submission); with it, see `isNoDefault`.
 */
export function NoDefault() {
  return <button type="submit" formMethod="dialog" formNoValidate hidden aria-hidden="true" tabIndex={-1} />
}

/** Was this form sent by that button, so by no decision of anybody? */
export function isNoDefault(submitter: HTMLElement | null): boolean {
  return submitter instanceof HTMLButtonElement && submitter.formMethod === 'dialog'
}
