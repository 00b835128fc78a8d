'use client'
import { useEffect, useEffectEvent } from 'react'

const SWITCH = 'countersign.keys'

let untilReload: string | null = null

/** Whether single keys do anything; kept in this browser (WCAG 2.1.4 asks for a switch). */
export function keysAreOn(): boolean {
  return read() !== 'off'
}

export function switchKeys(on: boolean): void {
  const value = on ? 'on' : 'off'
  untilReload = value
  try {
    window.localStorage.setItem(SWITCH, value)
  } catch {
    // A browser may forbid storage: the switch then holds no longer than the page.
  }
}

/**
 * Listens for single keys. Left alone are keys with a modifier, keys typed into a field or a list, and every key while
 * a dialog is open. A tick takes no letters, so on one they work.
 */
export function useKeys(handlers: { [key: string]: (() => void) | undefined }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null || !keysAreOn()) return
    const handler = handlers[event.key]
    if (handler === undefined) return
    event.preventDefault()
    handler()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.matches('input:is([type=checkbox], [type=radio])')) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

function read(): string | null {
  try {
    return window.localStorage.getItem(SWITCH) ?? untilReload
  } catch {
    return untilReload
  }
}
