import './globals.css'
import type { Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { Navigation } from '@/components/frame/navigation'

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

/** The document around every page. Nothing is built ahead: each answer has a nonce of its own. */
export default async function Layout({ children }: { children: ReactNode }) {
  await connection()
  return (
    <html lang="en">
      <body>
        <Navigation>{children}</Navigation>
      </body>
    </html>
  )
}
