/** What makes a shell, or a program that is trusted to read only, run something that stands in no script. */
const SWAYING = ['BASH_ENV', 'ENV', 'RIPGREP_CONFIG_PATH', 'LD_PRELOAD', 'LD_AUDIT', 'SHELLOPTS', 'BASHOPTS']

/**
 * The environment that a command gets: this program's own, without its key, and without what would run unseen before
 * the script does (start-up files, exported functions, preloaded libraries).
 */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = { ...env }
  for (const name of Object.keys(kept))
    if (name === 'COUNTERSIGN_KEY' || SWAYING.includes(name) || name.startsWith('BASH_FUNC_')) delete kept[name]
  return kept
}
