import type { ReactNode } from 'react'
import type { ListCounts } from '@/lib/inbox'
import type { FormAction } from '../actions'
import { Frame } from '../frame/frame'
import type { Me } from '../frame/me'
import { Face } from '../parts/face'
import { Icon, type IconName } from '../parts/icon'
import { Link } from '../parts/link'
import { Mark } from '../parts/mark'
import { Text } from '../parts/text'
import { KeyHelp } from './key-help'
import { NavCount } from './nav-count'

export type Place = 'inbox' | 'desk' | 'record' | 'asked' | 'decided' | 'request' | 'settings'

type Props = {
  me: Me
  counts: ListCounts
  current: Place
  /** IANA, the reader's. */
  zone: string
  /** ISO, the server's clock. */
  now: string
  signOut: FormAction
  children: ReactNode
}

const ROLE = { member: 'Member', lead: 'Lead', admin: 'Admin' } as const

/** What stands around every screen: where one is, what waits, who one is. */
export function Shell({ me, counts, current, zone, now, signOut, children }: Props) {
  return (
    <Frame me={me} zone={zone} now={now}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className={current === 'request' ? 'app is-request' : 'app'}>
        <nav className="side" aria-label="Main">
          <Link className="brand" href="/inbox">
            <Mark />
            <span>
              Countersign
              <span>
                <Text value={me.org} />
              </span>
            </span>
          </Link>
          <ul className="nav primary">
            <Item href="/inbox" icon="inbox" current={current === 'inbox' ? 'page' : current === 'request'}>
              Inbox
              <NavCount of="mine" first={counts} />
            </Item>
            {!me.hasDesk ? null : (
              <Item href="/desk" icon="desk" current={current === 'desk' && 'page'}>
                Desk
              </Item>
            )}
            {me.role !== 'admin' ? null : (
              <Item href="/record" icon="record" current={current === 'record' && 'page'}>
                Record
              </Item>
            )}
            <Item href="/settings" icon="gear" current={current === 'settings' && 'page'}>
              Settings
            </Item>
          </ul>
          <section className="views" aria-labelledby="views">
            <h2 id="views">Views</h2>
            <ul className="nav">
              <Item href="/inbox?view=asked" icon="pen" current={current === 'asked' && 'page'}>
                I asked
                <NavCount of="asked" first={counts} />
              </Item>
              <Item href="/inbox?view=decided" icon="check" current={current === 'decided' && 'page'}>
                Decided
                <NavCount of="attention" first={counts} />
              </Item>
            </ul>
          </section>
          <div className="me">
            <Face name={me.name} />
            <div className="who">
              <span className="name">
                <Text value={me.name} />
              </span>
              <form action={signOut}>
                <span className="role">{ROLE[me.role]} · </span>
                <button type="submit">
                  <Icon name="leave" /> Sign out
                </button>
              </form>
            </div>
            <KeyHelp />
          </div>
        </nav>
        {children}
      </div>
    </Frame>
  )
}

function Item(props: { href: string; icon: IconName; current: 'page' | boolean; children: ReactNode }) {
  return (
    <li>
      <Link href={props.href} aria-current={props.current || undefined}>
        <Icon name={props.icon} /> {props.children}
      </Link>
    </li>
  )
}
