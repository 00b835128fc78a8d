'use client'
import { type RefObject, useEffect, useState } from 'react'

/** How many lines of a scrolling list stand below what can be seen of it. */
export function useBelowTheFold(scroller: RefObject<HTMLElement | null>, isFolded: boolean): number {
  const [below, setBelow] = useState(0)
  useEffect(() => {
    const box = scroller.current
    if (box === null || !isFolded) return
    const count = () => {
      const fold = box.getBoundingClientRect().bottom
      const lines = [...box.querySelectorAll('li')]
      setBelow(lines.filter((line) => line.getBoundingClientRect().bottom > fold + 1).length)
    }
    count()
    const sizes = new ResizeObserver(count)
    sizes.observe(box)
    box.addEventListener('scroll', count, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', count)
    }
  }, [scroller, isFolded])
  return below
}
