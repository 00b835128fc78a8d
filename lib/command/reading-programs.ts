import type { Note } from './reading-note'

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Programs that start the program named after them; each with its options that take a word of their own. */
export const WRAPPERS = new Map<string, string[]>([
  ['sudo', words('-u -g -h -p -C -D -R -T -U')],
  ['doas', words('-u -C')],
  ['runuser', words('-u -g -G')],
  ['pkexec', words('--user')],
  ['env', words('-u -C')],
  ['nice', words('-n')],
  ['ionice', words('-c -n -p')],
  ['nohup', []],
  ['setsid', []],
  ['time', words('-f -o')],
  ['timeout', words('-s -k')],
  ['xargs', words('-n -I -P -L -d -E -s -a')],
  ['command', []],
  ['builtin', []],
  ['exec', words('-a')],
  ['chroot', []],
  ['busybox', []],
  ['parallel', words('-j -I -a -N -L --jobs')],
])

/** Behind these comes a word of their own before the program: a time limit, a folder. */
export const WORD_BEFORE_PROGRAM = ['timeout', 'chroot']

export const SHELLS = words('sh bash dash ash ksh zsh fish')
export const OTHER_USER = words('sudo doas su runuser pkexec')
export const FETCHERS = words('curl wget http https fetch aria2c')

/** What a program is called for, whatever its words are; rules that look at the words go first. */
export function notedProgram(program: string): Note | null {
  const group = GROUPS.find(({ programs }) => programs.includes(program))
  return group === undefined ? null : { weight: group.weight, finding: group.finding, detail: `${program}.` }
}

const GROUPS: { programs: string[]; weight: Note['weight']; finding: string }[] = [
  { programs: words('shutdown reboot halt poweroff init'), weight: 'bad', finding: 'stops or restarts the machine' },
  {
    programs: words('dd fdisk sfdisk parted wipefs shred mkswap blkdiscard lvremove vgremove zpool cryptsetup'),
    weight: 'bad',
    finding: 'overwrites disks or files',
  },
  {
    programs: words('chmod chown chgrp setfacl chattr usermod useradd userdel groupadd passwd chpasswd visudo'),
    weight: 'mark',
    finding: 'changes who may do what',
  },
  { programs: words('kill killall pkill'), weight: 'mark', finding: 'ends other programs' },
  { programs: words('crontab at batch'), weight: 'mark', finding: 'sets up something that runs later' },
  {
    programs: words('psql mysql mariadb sqlite3 mongosh mongo redis-cli sqlcmd dropdb createdb pg_restore cqlsh'),
    weight: 'mark',
    finding: 'works on a database',
  },
  { programs: words('pg_dump pg_dumpall mysqldump mongodump'), weight: 'plain', finding: 'reads a database out' },
  {
    programs: words('docker podman kubectl helm terraform tofu ansible ansible-playbook pulumi aws gcloud az'),
    weight: 'mark',
    finding: 'acts on containers, a cluster or a cloud account',
  },
  {
    programs: words('apt apt-get dnf yum apk pacman zypper brew snap pip pip3 npm npx pnpm yarn gem cargo go'),
    weight: 'mark',
    finding: 'may fetch packages from the network and run what they bring',
  },
  {
    programs: words(
      'curl wget http https fetch aria2c ssh scp sftp rsync nc ncat netcat socat telnet ftp tftp dig nslookup host ping whois openssl mail sendmail',
    ),
    weight: 'plain',
    finding: 'uses the network',
  },
  { programs: words('mv cp install ln tee mkdir touch tar unzip'), weight: 'plain', finding: 'writes files' },
  {
    programs: words('iptables nft ufw firewall-cmd ip ifconfig route sysctl mount umount'),
    weight: 'mark',
    finding: 'changes the system',
  },
]
