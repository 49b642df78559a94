import { describe, expect, it } from 'vitest';
import { page, project, writ } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

describe('the end of the process during the import of a module', () => {
  const files = {
    'app.ts': `${page}process.exit(0);\nexport class Default extends Controller { GET() {} }`,
    'fine.ts': `${page}export class Default extends Controller { GET() {} }`,
  };

  it.each([[['--prefix=app', '--host=127.0.0.1:0']], [['build', '--prefix=app']]])(
    'is reported by writ %j',
    async (argv) => {
      const { status, stderr } = await writ(project(files), argv).ended;
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^writ: a module ended the process with status 0 while it was being loaded\n {4}at .*app\.ts:2:9/,
      );
    },
  );

  it('is not reported if the module does not end the process', async () => {
    const { status, stderr } = await runShared(project(files), ['build', '--prefix=fine']);
    expect([status, stderr]).toEqual([0, 'writ: 1 route in controllers.gen.ts\n']);
  });
});
