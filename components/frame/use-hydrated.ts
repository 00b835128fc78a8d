'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and for the first paint, then true: for controls that need the script to work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
