import { anIssuer } from '@/lib/identity/next-auth/testing'
import { testDatabase } from '@/lib/store/testing'
import startPostgres from '@/scripts/vitest-database'
import { fill } from './fill'
import { startOutside } from './outside'
import { startServer } from './server'
import { publishWorld } from './world'

/** Makes the world in which the stories happen: a database with people in it, an outside, and a production server. */
export default async function setup(): Promise<() => Promise<void>> {
  const undo: (() => Promise<unknown>)[] = []
  const tearDown = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    undo.push(await startPostgres())
    const database = await testDatabase()
    undo.push(() => database.drop())
    const outside = await startOutside()
    undo.push(() => outside.stop())
    const keys = await fill(database)
    const server = await startServer(async (url) => {
      const issuer = await anIssuer(`${url}/api/auth/callback/oidc`)
      undo.push(() => issuer.stop())
      return {
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: issuer.clientId,
        OIDC_CLIENT_SECRET: issuer.clientSecret,
        OIDC_NAME: 'Northgate account',
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        SMTP_URL: outside.smtpUrl,
        MAIL_FROM: 'Countersign <countersign@northgate.example>',
        COUNTERSIGN_ANNOUNCE_URL: `${outside.url}/announcements`,
      }
    })
    undo.push(() => server.stop())
    publishWorld({ url: server.url, ownerUrl: database.ownerUrl, outsideUrl: outside.url, keys })
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}
