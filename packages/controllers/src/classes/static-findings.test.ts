import { renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

/** Returns the printed findings about a module with these lines and about other files. */
async function findingsOf(lines: string, others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const directory = createLayout({
    'app/index.ts': `import { Controller } from '@writ/controllers';
import { basic, bearer, cors, rateLimit } from '@writ/http';
const guard = bearer((token) => token === 'ann');
${lines}`,
    ...others,
  });
  const { diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  const text = renderText(diagnostics, { source }).replaceAll(`${directory}/`, '');
  return text
    .split('\n')
    .filter((line) => /^\S|hint:/.test(line))
    .map((line) => line.trim());
}

/** Printed findings about a class with this member. */
const withMember = (member: string): Promise<string[]> =>
  findingsOf(`export class Notes extends Controller { ${member} GET() {} }`);

const OWN = (name: string): string =>
  `begin the names of other static members with "_" or "#": static _${name}`;

describe('a static member that is a misspelled policy', () => {
  it.each([
    ['static auht = guard;', 'auht', 'auth'],
    ['static Auth = guard;', 'Auth', 'auth'],
    ['static auht = { GET: guard };', 'auht', 'auth'],
    ['static get auht() { return guard; }', 'auht', 'auth'],
    ['static auht(context, next) { return next(); }', 'auht', 'auth'],
    ["static 'auht' = guard;", 'auht', 'auth'],
    ['static uses = [guard];', 'uses', 'use'],
    ["static corss = { origin: '*' };", 'corss', 'cors'],
    ['static ratelimit = { limit: 1, window: 1000 };', 'ratelimit', 'rateLimit'],
    ['static limit = { body: 1 };', 'limit', 'limits'],
    ['static cahce = false;', 'cahce', 'cache'],
    ["static versions = ['v1'];", 'versions', 'version'],
    ['static crsf = true;', 'crsf', 'csrf'],
    ['static privat = true;', 'privat', 'private'],
  ])('%s is an error that suggests the name', async (member, name, meant) => {
    const [finding, hint, ...others] = await withMember(member);
    expect(finding).toMatch(/^app\/index\.ts:4:(?!14:)\d+: error W3207 policy-misspelled: /);
    expect(finding).toMatch(new RegExp(`: Notes: static ${name} is not a policy, so it protects nothing$`));
    expect([hint, others]).toEqual([`hint: did you mean ${meant}? Otherwise, ${OWN(name)}`, []]);
  });

  it.each([
    'static guard = bearer(() => true);',
    'static filters = [guard, guard];',
    'static checks = { GET: guard };',
  ])('%s is an error that suggests the policies for filters', async (member) => {
    const [finding, hint] = await withMember(member);
    expect(finding).toContain('error W3207 policy-misspelled: Notes: static ');
    expect(hint).toContain('hint: to run a filter, write static auth or static use; begin the names');
  });

  it('is reported once when it is inherited, at its location in the base class', async () => {
    const findings = await findingsOf(
      `import { Base } from './_base.ts';
      export class One extends Base { GET() {} }
      export class Two extends Base { GET() {} }`,
      {
        'app/_base.ts': `import { Controller } from '@writ/controllers';
import { bearer } from '@writ/http';
export abstract class Base extends Controller {
  static auht = bearer(() => true);
}`,
      },
    );
    expect(findings).toEqual([
      'app/_base.ts:4:10: error W3207 policy-misspelled: Base: static auht is not a policy, so it protects nothing',
      `hint: did you mean auth? Otherwise, ${OWN('auht')}`,
    ]);
  });

  it('is reported in every form of class', async () => {
    const findings = await findingsOf(`
      const mixed = () => class extends Controller { static auht = guard; };
      export class Outer extends Controller { static Inner = class extends Controller { static auht = guard; GET() {} }; }
      export const Named = class extends Controller { static auht = guard; GET() {} };
      const Mixed = mixed();
      export class Used extends Mixed { GET() {} }
      export class Later extends Controller { static { Object.assign(this, { auht: guard }); } GET() {} }`);
    expect(
      findings.filter((line) => line.includes('error')).map((line) => line.split('misspelled: ')[1]),
    ).toEqual(
      ['Outer.Inner', 'Named', 'Mixed', 'Later'].map(
        (name) => `${name === 'Mixed' ? '' : name}: static auht is not a policy, so it protects nothing`,
      ),
    );
  });

  it('is reported in a JavaScript class', async () => {
    const findings = await findingsOf('', {
      'app/notes.js': `import { Controller } from '@writ/controllers';
export class Default extends Controller { static auht = () => {}; GET() {} }`,
    });
    expect(findings[0]).toMatch(/^app\/notes\.js:2:50: error W3207 .*: Default: static auht/);
  });
});

describe('an unknown static member', () => {
  it.each([
    'static table = "notes";',
    'static users = new Map();',
    'static limit = 3;',
    'static use = undefined; static user(id) { return id; }',
    'static compare(a, b) { return a - b; }',
    'static Model = class Note { constructor(a, b) {} };',
  ])('%s is a warning', async (member) => {
    const [finding, , ...others] = await withMember(member);
    expect(finding).toMatch(
      /^app\/index\.ts:4:\d+: warning W3209 static-unknown: Notes: static \w+ is not a policy$/,
    );
    expect(others).toEqual([]);
  });

  it('is not reported if its name begins with _ or #, or if it is a symbol, a policy or a controller', async () => {
    const findings = await withMember(`
      static _table = 'notes'; static #count = 0; static [Symbol('auht')] = guard; static _auht = guard;
      static auth = guard; static private = false; static params = {}; static cache = { maxAge: 1 };
      static count() { return Notes.#count; }
      static _Item = class extends Controller { GET() {} };
      static Item = class extends Controller { GET() {} };`);
    expect(findings.filter((line) => !line.startsWith('hint'))).toEqual([
      expect.stringContaining('warning W3209 static-unknown: Notes: static count is not a policy'),
    ]);
  });
});

describe('a policy whose value is undefined', () => {
  it.each(['static auth = guard.gone;', 'static cors = [][0];', 'static auth;'])(
    '%s is an error',
    async (member) => {
      const [finding, hint] = await withMember(member);
      expect(finding).toMatch(
        /error W3206 policy: Notes: static (auth|cors) is undefined, so it has no effect$/,
      );
      expect(hint).toMatch(/^hint: to unset the policy, write static (auth|cors) = undefined$/);
    },
  );

  it.each(['static auth = undefined;', 'static auth = undefined as never;', 'static auth = void 0;'])(
    '%s is intentional and is not reported',
    async (member) => {
      expect(await withMember(member)).toEqual([]);
    },
  );

  it.each<[string, string]>([
    ['auth = guard;', 'error W3207 policy-misspelled: Notes: auth is not static, so it protects nothing'],
    [
      'limits = { body: 1 };',
      'warning W3209 static-unknown: Notes: limits is not static, so it is not a policy',
    ],
    ['static private = 1;', 'error W3206 policy: Notes: static private must be true or false'],
    [
      'static auth = { GETS: guard };',
      'error W3206 policy: static auth of Notes: GETS is not an HTTP method: did you mean GET?',
    ],
    [
      'static auth = { GET: guard.gone };',
      'error W3206 policy: static auth of Notes: the value of GET is undefined',
    ],
    [
      'static auth = { get: guard };',
      'a filter must be a function, not object; for one filter per verb, write { GET: … }',
    ],
    [
      'static auth = { POST: guard };',
      'warning W3208 policy-unused: static auth of Notes: it has a value for POST, which the class does not handle',
    ],
    ["static cors = { origins: '*' };", 'cors has no option "origins": did you mean origin?'],
    ['static limits = { GET: { boddy: 1 } };', 'limits has no option "boddy": did you mean body?'],
  ])('%s is a finding', async (member, message) => {
    const [finding] = await withMember(member);
    expect(finding).toContain(message);
    expect(finding).toMatch(/^app\/index\.ts:4:(?!14:)/);
  });
});
