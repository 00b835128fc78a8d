'use client'
import { createContext, useContext } from 'react'
import type { Me } from './me'

type Clock = { zone: string; now: string }

export const ClockContext = createContext<Clock | null>(null)
export const MeContext = createContext<Me | null>(null)

/** The reader's zone and the time, ISO, moving on every 30 seconds. */
export function useClock(): Clock {
  return needed(useContext(ClockContext))
}

/** Who reads. */
export function useMe(): Me {
  return needed(useContext(MeContext))
}

function needed<T>(value: T | null): T {
  if (value === null) throw new Error('a screen of requests must stand inside Frame')
  return value
}
