import { NotFound } from '@/components/quiet/not-found'
import { composition } from '@/lib/server'

export const metadata = { title: 'No page here · Countersign' }

export default function Page() {
  return <NotFound host={composition().settings.host} />
}
