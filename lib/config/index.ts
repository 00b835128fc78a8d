/**
 * How is this installation set up?
 *
 * Guarantees: the environment is read here and nowhere else; every fault is named at once, in a plain sentence, before
 * anything starts; secrets that nobody set are made once and kept where only their owner reads them.
 * Knows nothing of what the settings are used for.
 */
export { childEnvironment } from './child-environment'
export { CLIENT_VARIABLES, type ClientConfig, readClientConfig } from './read-client-config'
export { type Config, type ConfigFault, explainFaults, readConfig, type WorkerPlace } from './read-config'
export { exportForLibraries, keepSecrets, type Secrets } from './secrets'
export { VARIABLES, type Variable, variablesTable } from './variables'
