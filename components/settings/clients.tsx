'use client'
import { visibleText } from '@/lib/confirmation'
import type { ClientEntry } from '@/lib/organization'
import { useClock } from '../frame/context'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { Time } from '../when/time'
import { shortDay } from '../when/zoned'
import { Choice, Field, SettingForm, Sure } from './form'
import styles from './settings.module.css'

const SCOPES: { [scope: string]: string } = {
  propose: 'propose and withdraw',
  read: 'read its requests',
  redeem: 'take approved calls',
  prompts: 'write the titles of gates',
  already_parked: 'hand over runs that are parked already',
}

/** The programs that ask, and their keys. No key is ever shown again. */
export function Clients({ clients }: { clients: readonly ClientEntry[] }) {
  return (
    <>
      {clients.map((client) => (
        <section key={client.id} className={styles.part} aria-labelledby={`client-${client.id}`}>
          <h2 id={`client-${client.id}`}>
            <Text value={client.name} />
          </h2>
          <Keys client={client} />
          <Sure
            ask={<>A new key{<span className="sr"> for {visibleText(client.name)}</span>}…</>}
            says="It is shown once."
          >
            <SettingForm
              does="make_key"
              about={{ client: client.id }}
              submit="Make a key"
              label={visibleText(client.name)}
              look="inline"
            >
              <fieldset>
                <legend>What it may do</legend>
                {Object.entries(SCOPES).map(([scope, label]) => (
                  <Choice
                    key={scope}
                    name="scopes"
                    value={scope}
                    label={label}
                    checked={['propose', 'read', 'redeem'].includes(scope)}
                  />
                ))}
              </fieldset>
            </SettingForm>
          </Sure>
        </section>
      ))}
      <section className={styles.part} aria-labelledby="new-client">
        <h2 id="new-client">A new client</h2>
        <SettingForm does="make_client" submit="Make the client">
          <Field does="make_client" name="name" label="Name" hint="People see it as who asks." />
        </SettingForm>
      </section>
    </>
  )
}

function Keys({ client }: { client: ClientEntry }) {
  const { zone } = useClock()
  if (client.keys.length === 0) return <p className={parts.hint}>It has no key, so it can do nothing.</p>
  return (
    <ul className={styles.list}>
      {client.keys.map((key) => (
        <li key={key.hash}>
          <span className={styles.what}>
            <code>{key.hint === '' ? 'csk_' : key.hint}…</code>
            <small>
              May {key.scopes.map((scope) => SCOPES[scope] ?? scope).join(', ')} · made{' '}
              <Time iso={key.createdAt} text={shortDay(key.createdAt, zone)} />
            </small>
          </span>
          {key.revokedAt === null ? (
            <span className={styles.acts}>
              <SettingForm
                does="revoke_key"
                about={{ client: client.id, hash: key.hash }}
                submit="Revoke"
                label={`${key.hint}… of ${visibleText(client.name)}`}
                look="inline"
              />
            </span>
          ) : (
            <span className={parts.chip}>Revoked</span>
          )}
        </li>
      ))}
    </ul>
  )
}
