'use client'
import type { ReactNode } from 'react'
import { useMe } from '../frame/context'
import { Text } from '../parts/text'
import { Field, Select, SettingForm } from './form'
import styles from './settings.module.css'

type Props = {
  /** IANA; '' for the organization's. */
  zone: string
  zones: readonly string[]
  organizations: readonly { org: string; orgName: string; isHere: boolean }[]
  /** Other ways to sign in. */
  children?: ReactNode
}

/** How one is called, in which zone one reads times, where one works. */
export function Profile({ zone, zones, organizations, children }: Props) {
  const me = useMe()
  return (
    <>
      <section className={styles.part} aria-labelledby="profile">
        <h2 id="profile">You</h2>
        <p>
          You sign in as <Text value={me.email} />.
        </p>
        <SettingForm does="set_profile" submit="Save">
          <Field does="set_profile" name="name" label="Name" value={me.name} autoComplete="name" />
          <Select
            name="zone"
            label="Time zone"
            value={zone}
            options={[['', 'As the organization'], ...zones.map((one) => [one, one.replaceAll('_', ' ')] as const)]}
          />
        </SettingForm>
      </section>
      {organizations.length < 2 ? null : (
        <section className={styles.part} aria-labelledby="organizations">
          <h2 id="organizations">Your organizations</h2>
          <ul className={styles.list}>
            {organizations.map(({ org, orgName, isHere }) => (
              <li key={org}>
                <span className={styles.what}>
                  <Text value={orgName} />
                  {isHere ? <small>You work here now</small> : null}
                </span>
                {isHere ? null : (
                  <span className={styles.acts}>
                    <SettingForm
                      does="switch_organization"
                      about={{ org }}
                      submit="Work here"
                      label={orgName}
                      look="inline"
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </>
  )
}
