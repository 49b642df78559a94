/** Repeats the steps of a Dockerfile without Docker, in folders instead of images. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** The last stage of a Dockerfile, as a folder. */
export interface RepeatedImage {
  /** The folder that represents `WORKDIR`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string | undefined;
  readonly command: readonly string[];
}

interface Stage {
  readonly folder: string;
  readonly env: Record<string, string>;
  user: string | undefined;
  command: readonly string[];
}

/** The only `WORKDIR` that the Dockerfiles have. */
const WORKDIR = '/app';
const LIMIT = 600_000;

/**
 * Repeats the steps of `context/Dockerfile`. The stages become folders next to `context`, so that relative paths in a
 * lock file remain valid.
 *
 * @param contexts folders by name, as with `docker build --build-context`
 * @throws Error for an instruction that the Dockerfiles of this repository do not contain
 */
export function repeatDockerfile(
  context: string,
  contexts: Readonly<Record<string, string>> = {},
): RepeatedImage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of readFileSync(join(context, 'Dockerfile'), 'utf8').split('\n')) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (instruction === undefined) {
      if (line !== '' && !line.startsWith('#')) throw new Error(`cannot repeat: ${line}`);
    } else if (instruction === 'FROM') {
      const [, name = 'final'] = / AS (\w+)$/.exec(rest) ?? [];
      stage = { folder: join(dirname(context), `stage-${name}`), env: {}, user: undefined, command: [] };
      mkdirSync(stage.folder);
      stages.set(name, stage);
    } else {
      const from = (name: string): string => contexts[name] ?? stages.get(name)!.folder;
      repeat(stage!, instruction, rest, (name) => (name === undefined ? context : from(name)));
    }
  }
  return stage!;
}

function repeat(
  stage: Stage,
  instruction: string,
  rest: string,
  sourceFolder: (name: string | undefined) => string,
): void {
  if (instruction === 'COPY') {
    const [, name, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest)!;
    copy(sourceFolder(name), stage.folder, paths.split(' '));
  } else if (instruction === 'RUN') {
    const env = { ...process.env, ...stage.env, npm_config_prefer_offline: 'true' };
    execFileSync('sh', ['-c', rest], { cwd: stage.folder, env, stdio: 'pipe', timeout: LIMIT });
  } else if (instruction === 'ENV') {
    Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((each) => each.split('=', 2))));
  } else if (instruction === 'USER') {
    stage.user = rest;
  } else if (instruction === 'CMD') {
    stage.command = JSON.parse(rest) as string[];
  } else if (
    !(instruction === 'WORKDIR' && rest === WORKDIR) &&
    !['EXPOSE', 'VOLUME'].includes(instruction)
  ) {
    throw new Error(`cannot repeat: ${instruction} ${rest}`);
  }
}

/** Copies files into a folder that ends in `/`, and the contents of a folder, as `COPY` does. */
function copy(from: string, stage: string, paths: readonly string[]): void {
  const target = paths.at(-1)!;
  for (const pattern of paths.slice(0, -1)) {
    const path = pattern.startsWith('/') ? relative(WORKDIR, pattern) : pattern;
    const sources = globSync(path, { cwd: from });
    if (sources.length === 0) throw new Error(`COPY found no ${pattern} in ${from}`);
    for (const source of sources) {
      const isFile = statSync(join(from, source)).isFile();
      const to = isFile && target.endsWith('/') ? join(stage, target, basename(source)) : join(stage, target);
      cpSync(join(from, source), to, { recursive: true, verbatimSymlinks: true });
    }
  }
}
