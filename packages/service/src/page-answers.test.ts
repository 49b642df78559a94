import type { Choices, InstallEvent } from '@writ/installer';
import { expectTypeOf, it } from 'vitest';
import type { answers } from '@writ/web';
import type { CheckAnswer, PlanAnswer } from './api/checks.ts';
import type { ServiceAnswer } from './api/service-info.ts';
import type { InstallOutcome, Install } from './records/install.ts';

it('API responses contain the members that the page reads', () => {
  expectTypeOf<CheckAnswer>().toExtend<answers.CheckAnswer>();
  expectTypeOf<PlanAnswer>().toExtend<answers.PlanAnswer>();
  expectTypeOf<Choices>().toExtend<answers.Choices>();
  expectTypeOf<Install>().toExtend<answers.Install>();
  expectTypeOf<ServiceAnswer>().toExtend<answers.ServiceInfo>();
  expectTypeOf<InstallEvent | ({ readonly type: 'end' } & InstallOutcome)>().toExtend<answers.InstallEvent>();
});
