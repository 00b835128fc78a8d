'use client'
import { ErrorPage } from '@/components/quiet/error-page'

type Props = { error: Error & { digest?: string } }

/** Trying again loads the page anew: React's `reset` would only draw the same failed answer once more. */
export default function Page({ error }: Props) {
  return (
    <>
      <title>Something went wrong · Countersign</title>
      <ErrorPage reference={error.digest ?? null} retry={() => window.location.reload()} />
    </>
  )
}
