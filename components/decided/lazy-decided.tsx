'use client'
import dynamic from 'next/dynamic'

/** The list of what is over, for a page that mostly shows another one: it is fetched only where it is drawn. */
export const LazyDecided = dynamic(() => import('./decided-screen').then(({ DecidedScreen }) => DecidedScreen))
