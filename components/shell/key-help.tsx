'use client'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { keysAreOn, switchKeys, useKeys } from '../frame/keys'
import { useHydrated } from '../frame/use-hydrated'
import button from '../parts/button.module.css'
import { Key } from '../parts/key'
import styles from './key-help.module.css'

const KEYS: [keys: string[], does: string][] = [
  [['j', 'k'], 'to the next or previous request'],
  [['Enter'], 'open it; on a button, press it'],
  [['a'], 'to Approve'],
  [['r'], 'to Reject'],
  [['x'], 'to Send back'],
  [['/'], 'to the search'],
  [['?'], 'this help'],
]

/** The keys, and a switch for those who dictate or whose hands slip. Not there without JavaScript: neither are the keys. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const hydrated = useHydrated()
  const close = useRef<HTMLButtonElement>(null)
  const show = () => {
    dialog.current?.showModal()
    close.current?.focus()
  }
  useKeys({ '?': show })
  if (!hydrated) return null
  return (
    <>
      <button type="button" className="keys" aria-keyshortcuts="?" onClick={show}>
        <Key name="?" />
        <span className="sr">Keyboard shortcuts</span>
      </button>
      {createPortal(
        <dialog ref={dialog} className={styles.help} aria-labelledby={id}>
          <h2 id={id}>Keyboard shortcuts</h2>
          <dl>
            {KEYS.map(([keys, does]) => (
              <div key={does} className={styles.pair}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Switch />
          <form method="dialog">
            <button ref={close} type="submit" className={button.btn}>
              Close
            </button>
          </form>
        </dialog>,
        document.body,
      )}
    </>
  )
}

function Switch() {
  const [on, setOn] = useState(keysAreOn)
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          switchKeys(event.target.checked)
          setOn(event.target.checked)
        }}
      />
      Single keys do something
    </label>
  )
}
