import { DemoMail } from '@/components/quiet/demo-mail'
import { NotFound } from '@/components/quiet/not-found'
import { composition } from '@/lib/server'
import { reader, sayNothingIsHere } from '../../reader'

export const metadata = { title: 'Mail · Countersign' }

/** What the demo would have mailed. There is no such page outside of it. */
export default async function Page() {
  const { demo, settings } = composition()
  if (demo === null) {
    await sayNothingIsHere()
    return <NotFound host={settings.host} />
  }
  const ours = new RegExp(`${settings.url.replaceAll('.', '\\.')}/\\S*`, 'g')
  const mails = demo.mails().map((mail) => ({ ...mail, links: mail.text.match(ours) ?? [] }))
  return <DemoMail mails={mails} zone={(await reader())?.zone ?? 'UTC'} />
}
