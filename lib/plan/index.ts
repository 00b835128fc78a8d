/**
 * Can this plan of several actions work, and in which order does it run?
 *
 * Guarantees: what is certain to fail is refused whole, before anything runs, with every reason; what might not work is
 * said and does not refuse; blocking is decided by code. Time and memory grow as the plan does. Knows nothing of who
 * decides, of what tools do, or of JSON Schema: the validator is handed in.
 */
export { answerOf, faultsWithout, judgeSteps, onlySteps, stepsIn } from './chosen-steps'
export { describePlan } from './describe-plan'
export type { Finding, FindingCode } from './finding'
export { type Level, levels, waitsFor } from './levels'
export { listedSteps } from './listed-steps'
export { parsePlan } from './parse-plan'
export {
  type Action,
  type ActionType,
  type FailureBehavior,
  type InvocationMode,
  isDetached,
  type Operator,
  onlyLooks,
  type Plan,
  type Precondition,
  type Reversibility,
} from './plan'
export { type PlanCall, planCallIn, planFaults, readPlan } from './plan-call'
export { type PlanQuestion, planQuestion, type QuestionStep } from './plan-question'
export { type DescribedStep, describedSteps } from './step-details'
export { MAX_ACTIONS, type PlanContext, type PlanVerdict, type ToolSchema, verifyPlan } from './verify-plan'
