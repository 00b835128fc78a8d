'use client'
import './globals.css'
import { ErrorPage } from '@/components/quiet/error-page'

type Props = { error: Error & { digest?: string } }

/** Stands in for the whole document when the layout itself fails. */
export default function GlobalError({ error }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Countersign</title>
        <ErrorPage reference={error.digest} />
      </body>
    </html>
  )
}
