'use client'
import { Banner } from '../parts/banner'
import { Text } from '../parts/text'
import { plural } from '../words/plural'
import { sentence } from './frame'
import styles from './gate.module.css'
import { idAt } from './model/id-at'
import type { Problem } from './model/problems'

/** More are not listed one by one; each stands beside its field as well. */
const MOST_LISTED = 20

/** What has to be looked at again before an answer can be recorded: each a link to its field. */
export function ProblemList({ problems, level }: { problems: readonly Problem[]; level: 2 | 3 }) {
  return (
    <div role="alert" className={styles.problems}>
      {problems.length === 0 ? null : (
        <Banner
          tone="stop"
          icon="alert"
          level={level}
          title={`${plural(problems.length, 'answer needs', 'answers need')} another look`}
        >
          <p>Nothing was recorded, and your other answers are kept.</p>
          <ul>
            {problems.slice(0, MOST_LISTED).map(({ path, label, message }) => (
              <li key={`${path} ${message}`}>
                <a href={`#${idAt(path)}`}>
                  <Text value={`${label}: ${sentence(message)}`} />
                </a>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
