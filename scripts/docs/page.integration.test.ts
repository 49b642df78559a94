import { expect, it } from 'vitest';
import { parseBlocks, parseCommands, matchesOutput } from './blocks.ts';
import { curl } from './curl.ts';
import { expectAnswer } from './page.ts';
import { splitWords } from './shell-words.ts';

it.each([
  [`curl 'a b' c`, ['curl', 'a b', 'c']],
  [String.raw`-H "A: \"b\""`, ['-H', 'A: "b"']],
  [String.raw`a\ b 'c'd`, ['a b', 'cd']],
])('splitWords splits %s', (line, words) => expect(splitWords(line)).toEqual(words));

it('parseBlocks and parseCommands read a page', () => {
  const page = [
    '# T',
    '```ts a.ts',
    'x();',
    '```',
    '```sh',
    'curl b \\',
    '  -X POST   # 201 c',
    'npm start',
    '```',
  ];
  const blocks = parseBlocks(page.join('\n'));
  expect(blocks).toMatchObject([
    { language: 'ts', file: 'a.ts', text: 'x();\n', line: 2 },
    { language: 'sh' },
  ]);
  expect(parseCommands(blocks[1]!)).toEqual([
    { line: 'curl b -X POST', output: '201 c', isBody: false },
    { line: 'npm start', output: undefined, isBody: false },
  ]);
  expect(parseCommands({ language: 'console', file: '', text: '$ curl a\none\ntwo\n', line: 1 })).toEqual([
    { line: 'curl a', output: 'one\ntwo', isBody: true },
  ]);
  expect(() => parseBlocks('```ts\n')).toThrow('line 1');
});

it('matchesOutput treats only … as a wildcard', () => {
  expect(matchesOutput('a … c', 'a b\nb c')).toBe(true);
  expect(matchesOutput('a.c', 'abc')).toBe(false);
  expect(matchesOutput('a', 'a b')).toBe(false);
});

it('expectAnswer throws an error for a response that differs from the response on the page', () => {
  const problem = JSON.stringify({
    title: 'T',
    errors: [{ source: 'query', name: 'n', detail: 'is missing' }],
  });
  const answer = { status: 400, headers: { 'content-type': 'application/problem+json' }, text: problem };
  expectAnswer(answer, '400 n: is missing');
  expectAnswer(answer, '400 Content-Type: application/problem+json');
  for (const shown of ['n: is missing', '404', '400 n', '400 Content-Type: text/plain', undefined])
    expect(() => expectAnswer(answer, shown), shown).toThrow();
});

it('curl throws an error if an option is not supported', async () => {
  await expect(curl('curl --max-time 1 localhost:8080/', 1, '.')).rejects.toThrow('--max-time');
  await expect(curl('curl example.com', 1, '.')).rejects.toThrow('the address must be localhost:8080');
});
