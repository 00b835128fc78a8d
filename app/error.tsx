'use client'
import { ErrorPage } from '@/components/quiet/error-page'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function Page({ error, reset }: Props) {
  return <ErrorPage reference={error.digest ?? null} retry={reset} />
}
