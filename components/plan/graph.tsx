'use client'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { cut, visibleText } from '@/lib/confirmation'
import { useHydrated } from '../frame/use-hydrated'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import { plural } from '../words/plural'
import { stepOutcome } from '../words/steps'
import styles from './graph.module.css'
import { BOX, LANE, layOut, type Placed } from './graph-layout'
import type { DrawnPlan, DrawnStep } from './model'

type Props = { plan: DrawnPlan; stepHref: (number: number) => string; onStep: (number: number) => void; level: 2 | 3 }

const ZOOMS = [0.4, 0.6, 0.8, 1, 1.3, 1.7] as const
/** A picture of so many levels fits the page; a larger one scrolls in its frame. */
const FITS = 5

/**
 * The order of the steps as a picture. The list below says the same; a box is a link to its step there. Arrow keys go
 * from box to box, so the picture is one stop for Tab.
 */
export function Graph({ plan, stepHref, onStep, level }: Props) {
  const id = useId()
  const hydrated = useHydrated()
  const laid = useMemo(() => layOut(plan), [plan])
  const [zoom, setZoom] = useState(3)
  const [at, setAt] = useState(1)
  const boxes = useRef(new Map<number, { focus(): void }>())
  const Heading = level === 2 ? 'h2' : 'h3'
  const isFitting = zoom === 3 && plan.levels.length <= FITS
  const scale = ZOOMS[zoom] ?? 1

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const to = neighbour(laid.boxes, at, next[0] ?? 0, next[1] ?? 0)
    setAt(to)
    boxes.current.get(to)?.focus()
  }

  return (
    <section className={styles.graphBox} aria-labelledby={`${id}-head`}>
      <div className={styles.head}>
        <Heading id={`${id}-head`}>The order</Heading>
        {hydrated ? (
          <span className={styles.zoom}>
            <button
              type="button"
              className={cx(button.btn, button.plain, button.small)}
              disabled={zoom === 0}
              onClick={() => setZoom(zoom - 1)}
            >
              Smaller
            </button>
            <button
              type="button"
              className={cx(button.btn, button.plain, button.small)}
              disabled={zoom === ZOOMS.length - 1}
              onClick={() => setZoom(zoom + 1)}
            >
              Larger
            </button>
          </span>
        ) : null}
      </div>
      <section className={styles.frame} tabIndex={isFitting ? undefined : 0} aria-label="The order, as a picture">
        {/* biome-ignore lint/a11y/useSemanticElements: a picture of links is no fieldset */}
        <svg
          className={cx(styles.graph, isFitting && styles.fitting)}
          viewBox={`0 0 ${laid.width} ${laid.height}`}
          width={Math.round(laid.width * scale)}
          height={Math.round(laid.height * scale)}
          role="group"
          aria-labelledby={`${id}-title ${id}-desc`}
          onKeyDown={onKeyDown}
        >
          <title
            id={`${id}-title`}
          >{`${plural(plan.steps.length, 'step')} in ${plural(plan.levels.length, 'level')}`}</title>
          <desc id={`${id}-desc`}>The list below says the same.</desc>
          {plan.levels.map((_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other name than their number
            <g key={n}>
              <rect className={styles.lane} x={n * LANE.step} y={0} width={LANE.width} height={laid.height} rx={8} />
              <text className={styles.lvl} x={n * LANE.step + 12} y={20}>
                Level {n + 1}
              </text>
            </g>
          ))}
          {laid.edges.map(({ from, to, path, tip }) => (
            <g key={`${from} ${to}`}>
              <path className={cx(styles.edge, isOut(plan, from, to) && styles.out)} d={path} />
              <path className={styles.tip} d={tip} />
            </g>
          ))}
          {laid.boxes.map((box) => {
            const step = plan.steps[box.number - 1]
            return step === undefined ? null : (
              <a
                key={box.number}
                href={stepHref(box.number)}
                ref={(element) => {
                  if (element === null) boxes.current.delete(box.number)
                  else boxes.current.set(box.number, element)
                }}
                tabIndex={hydrated && box.number !== at ? -1 : 0}
                aria-label={boxLabel(step)}
                onFocus={() => setAt(box.number)}
                onClick={() => onStep(box.number)}
              >
                <Box box={box} step={step} />
              </a>
            )
          })}
        </svg>
      </section>
      {laid.unseen === 0 ? null : (
        <p className={parts.hint}>
          {plural(laid.unseen, 'more arrow is', 'more arrows are')} not drawn. The list names what every step depends
          on.
        </p>
      )}
    </section>
  )
}

function Box({ box: { x, y }, step }: { box: Placed; step: DrawnStep }) {
  const isWarned = step.warnings > 0 && !step.isOut
  const state = subOf(step)
  return (
    <>
      <rect
        className={cx(
          styles.box,
          isWarned && styles.warned,
          step.isOut && styles.out,
          step.report?.outcome === 'failed' && styles.failed,
        )}
        x={x}
        y={y}
        width={BOX.width}
        height={BOX.height}
        rx={7}
      />
      <text className={styles.num} x={x + 12} y={y + 25}>
        {step.number}
      </text>
      {/* clipped: letters may be wider than most */}
      <svg x={x} y={y} width={BOX.width - 4} height={BOX.height} aria-hidden="true">
        <text className={cx(step.isOut && styles.outT)} x={38} y={25}>
          {short(step.isKnown ? step.title : (step.tool ?? step.title), isWarned ? 13 : 16)}
        </text>
        <text className={isWarned && step.report === null ? styles.warnT : styles.sub} x={38} y={43}>
          {short(state, 20)}
        </text>
      </svg>
      {isWarned ? (
        <path className={styles.mark} d={`M${x + 140} ${y + 24}l6.5 11.5h-13zM${x + 140} ${y + 28.5}v3.2`} />
      ) : null}
    </>
  )
}

function subOf(step: DrawnStep): string {
  if (step.isOut) return 'left out'
  if (step.report !== null) return stepOutcome(step.report.outcome)
  if (step.warnings > 0) return plural(step.warnings, 'warning')
  return step.isKnown ? (step.tool ?? '') : step.text
}

function boxLabel(step: DrawnStep): string {
  const after = step.waits_for.length === 0 ? '' : `, after ${step.waits_for.join(', ')}`
  const marks = [
    step.isOut ? 'left out' : '',
    step.warnings > 0 ? plural(step.warnings, 'warning') : '',
    step.report === null ? '' : stepOutcome(step.report.outcome),
  ].filter((mark) => mark !== '')
  return `Step ${step.number}${after}: ${visibleText(step.title)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
}

/** A picture has no chips: what would not be seen is written out. */
function short(text: string, limit: number): string {
  const { shown, hidden } = cut(visibleText(text), limit)
  return hidden === 0 ? shown : `${shown.trimEnd()}…`
}

function isOut(plan: DrawnPlan, from: number, to: number): boolean {
  return plan.steps[from - 1]?.isOut === true || plan.steps[to - 1]?.isOut === true
}

/** The nearest box in a direction; the same where there is none. */
function neighbour(boxes: readonly Placed[], at: number, dx: number, dy: number): number {
  const here = boxes.find(({ number }) => number === at)
  if (here === undefined) return at
  const ahead = boxes.filter(({ x, y }) => (dx === 0 ? x === here.x && (y - here.y) * dy > 0 : (x - here.x) * dx > 0))
  const far = ({ x, y }: Placed) => (dx === 0 ? Math.abs(y - here.y) : Math.abs(x - here.x) * 10 + Math.abs(y - here.y))
  return [...ahead].sort((a, b) => far(a) - far(b))[0]?.number ?? at
}
