import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frontEnds } from './front-end.ts';
import { findCheckout, listNextSteps } from './next-steps.ts';
import { detectPackageManager } from './package-manager.ts';

it.each([
  [undefined, 'npm install', 'npm run dev'],
  ['pnpm/10.0.0 npm/? node/v24.0.0 linux x64', 'pnpm install', 'pnpm dev'],
  ['yarn/4.0.0 npm/? node/v24.0.0 linux x64', 'yarn install', 'yarn dev'],
  ['constructor/1', 'npm install', 'npm run dev'],
])('the next commands with the published packages under %s', (userAgent, install, dev) => {
  expect(listNextSteps('shop', detectPackageManager(userAgent), undefined)).toEqual([
    'cd shop',
    install,
    dev,
  ]);
});

it('the next commands in a checkout install the packed packages', () => {
  const steps = listNextSteps('shop', detectPackageManager('pnpm/10.0.0'), '/home/ada/my writ');
  expect(steps).toEqual([
    'cd shop',
    "npm --prefix '/home/ada/my writ' run pack",
    "mkdir packages && for name in annotations cli compiler controllers diagnostics http source; do cp '/home/ada/my writ'/dist/writ-$name-*.tgz packages/; done",
    'npm install ./packages/*.tgz',
    'npm run dev',
  ]);
});

it('the checkout is the folder of the workspace', () => {
  expect(existsSync(join(findCheckout()!, 'packages/cli/src/new/next-steps.ts'))).toBe(true);
});

it('the packed packages are those of the templates with their dependencies, and those on the page of create-writ', () => {
  const root = findCheckout()!;
  const list = new Set<string>();
  const add = (file: string): void => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(root, file), 'utf8'),
    ) as {
      readonly [key: string]: Readonly<Record<string, string>> | undefined;
    };
    const isTemplate = file.includes('/templates/');
    for (const name of Object.keys({ ...dependencies, ...(isTemplate && devDependencies) })) {
      const [, own] = /^@writ\/(.+)/.exec(name) ?? [];
      if (own === undefined || list.has(own)) continue;
      list.add(own);
      add(`packages/${own}/package.json`);
    }
  };
  for (const frontEnd of frontEnds) add(`packages/cli/templates/${frontEnd}/_package.json`);
  const names = `for name in ${[...list].toSorted().join(' ')}; do`;
  const npm = detectPackageManager(undefined);
  expect(listNextSteps('shop', npm, root)[2]).toContain(names);
  const [, ...steps] = listNextSteps('shop', npm, '../writ');
  expect(readFileSync(join(root, 'packages/create/README.md'), 'utf8')).toContain(steps.join('\n'));
});
