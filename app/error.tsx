'use client'
import { ErrorPage } from '@/components/quiet/error-page'

type Props = { error: Error & { digest?: string } }

export default function Page({ error }: Props) {
  return (
    <>
      <title>Something went wrong · Countersign</title>
      <ErrorPage reference={error.digest} />
    </>
  )
}
