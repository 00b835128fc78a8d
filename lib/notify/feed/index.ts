export { feed, type ReadChanges, type RunningFeed } from './feed'
