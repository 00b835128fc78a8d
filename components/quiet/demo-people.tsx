import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Face } from '../parts/face'
import { Text } from '../parts/text'
import styles from './quiet.module.css'

type Props = {
  /** `says`: what this person is good for in the demo. */
  people: readonly { id: string; name: string; says: string }[]
  callbackUrl: string
  /** Fields `person` and `callbackUrl`. */
  action: FormAction
}

/** The people of the demo: one button each. */
export function DemoPeople({ people, callbackUrl, action }: Props) {
  return (
    <>
      <h2 id="demo-people">This is a demo. Be one of these people:</h2>
      <ul className={styles.accounts} aria-labelledby="demo-people">
        {people.map((person) => (
          <li key={person.id}>
            <Face name={person.name} />
            <span>
              <Text value={person.name} />
              <small>
                <Text value={person.says} />
              </small>
            </span>
            <form action={action}>
              <input type="hidden" name="person" value={person.id} />
              <input type="hidden" name="callbackUrl" value={callbackUrl} />
              <button type="submit" className={cx(button.btn, button.small)}>
                Sign in<span className="sr"> as {person.name}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}
