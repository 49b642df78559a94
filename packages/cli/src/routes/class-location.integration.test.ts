import { describe, expect, it } from 'vitest';
import { project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

describe('a class that cannot be created without arguments', () => {
  const classes = {
    'notes.ts': `import { GET, Path } from '@writ/annotations';
@Path('/notes')
export class Notes {
  constructor(private store: object) {}
  @GET() list() { return this.store; }
}
export class More extends Notes { constructor(store: object, readonly n: number) { super(store); } }
export class Fails { constructor() { throw new Error('no database'); } @GET('/x') x() {} }`,
    'again.ts': `export { Fails as Other } from './notes.ts';`,
  };

  it.each([[['routes', 'notes.ts']], [['explain', 'GET', '/notes', 'notes.ts']]])(
    'is located by the finding of %j, with a hint that suggests an export',
    async (argv) => {
      const { status, stdout, stderr } = await runShared(project(classes), argv);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(
        'notes.ts:7:14: error W2110 no-instance: the constructor of More takes 2 arguments',
      );
      expect(stderr).toContain(
        'notes.ts:8:14: error W2110 no-instance: the constructor of Fails fails: Error: no database',
      );
      expect(stderr).toContain(
        'hint: export a router that contains it: export const router = RestRouter.register(new Toolkit(), new More(…));',
      );
      expect(stderr).not.toContain('load-files');
    },
  );

  it('is located where it is annotated if another file declares it', async () => {
    const { stderr } = await runShared(project(classes), ['routes', 'again.ts']);
    expect(stderr).toMatch(/^notes\.ts:8:73: error W2110 no-instance: the constructor of Fails fails/);
  });

  it('is listed if the router that the hint suggests is exported', async () => {
    const directory = project({
      ...classes,
      'router.ts': `import { RestRouter } from '@writ/annotations';
import { Toolkit } from '@writ/http';
import { More } from './notes.ts';
export const router = RestRouter.register(new Toolkit(), new More({}, 1));`,
    });
    const { status, stdout } = await runShared(directory, ['routes', 'router.ts']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/GET +\/notes +More\.list/);
  });
});
