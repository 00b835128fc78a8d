/** What `countersign --help` prints; docs/commands.md says more. */
export const USAGE = `countersign run [options] -- SCRIPT      asks, then runs it; its exit code is the command's own
countersign run [options] --file FILE    the script in a file; - reads it from standard input
countersign ask [options] -- SCRIPT      asks only; exit code 0 is a yes
countersign report ID --exit N           says what became of what ask got a yes for
countersign hook [options]               a pre-tool-use hook: JSON in, a decision out

--config FILE      the policy of this host            --wait SECONDS    how long a person has (900)
--dir DIR          where it runs (here)               --shell PROGRAM   what reads the script (bash)
--runner PROGRAM   contains what «run» runs; there is no sandbox in this program
--background       takes the longer time limit of the policy
--full-access --because TEXT             asks for a run that nothing contains
--agent NAME --says TEXT --session ID    who asks, and its own words
--host NAME        what this machine is called        --self-pid N, --self-name NAME   whom it must not signal

COUNTERSIGN_URL and COUNTERSIGN_KEY say which inbox. Where nothing ran, the exit code is 77 for a no, 69 where nobody
could be asked, 78 for a policy or settings that cannot be used, 64 for words that are not understood.
`
