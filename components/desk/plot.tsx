import type { ReactNode } from 'react'
import styles from './plots.module.css'

type Props = { title: string; big: string; says: ReactNode; children: ReactNode; numbers: Numbers }

/** The same numbers as a table: what a plot says, in words and rows. */
export type Numbers = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** One number, what it means, a picture of more of them, and the same as a table for whoever wants the figures. */
export function Plot({ title, big, says, children, numbers }: Props) {
  return (
    <div className={styles.plot}>
      <h2>{title}</h2>
      <p className={styles.big}>
        {big} <small>{says}</small>
      </p>
      {children}
      <details className={styles.numbers}>
        <summary>Numbers</summary>
        <table>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              {numbers.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbers.rows.map(([first = '', ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((text, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                  <td key={index}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
