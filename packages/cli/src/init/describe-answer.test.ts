import { expect, it } from 'vitest';
import { describeAnswer } from './describe-answer.ts';

it.each([
  [true, 'yes'],
  [[], 'none'],
  [['linux', 'linux-lts'], 'linux linux-lts'],
  [
    { name: 'ada', password: { $secret: 'canary' }, administrator: false },
    'name: ada, password: typed, administrator: no',
  ],
  [{}, 'fastest'],
  [{ Here: ['https://me:canary@mirror.example/$repo'] }, 'Here: https://••••••••@mirror.example/$repo'],
])('describeAnswer describes the answer %j without secrets', (answer, text) => {
  expect(describeAnswer(answer)).toBe(text);
});
