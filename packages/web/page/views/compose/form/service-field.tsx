import { Plus, WandSparkles } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { ListField } from './list-field.tsx';
import { findServiceProblems, type ServiceProblem } from './service-problems.ts';
import { suggestServices } from './service-suggestions.ts';
import { toTexts } from './use-field.ts';

const PATH = ['services'];
const PACKAGES = ['packages'];

/** The services that start at boot, with buttons for those of the listed packages, and those that would be missing. */
export function ServiceField(): JSX.Element {
  const { form, planning, resolution } = usePage();
  const words = useWords().form;
  const services = toTexts(form.read(PATH));
  const packages = toTexts(form.read(PACKAGES));
  const chosen = [form.read(['profile', 'details'])].flat();
  const profiles = form.choices.value?.profiles ?? [];
  const suggested = suggestServices(packages, services, profiles, chosen);
  const planned = planning.current.value?.summary.packages;
  const resolved = resolution.state.value === 'known' ? (resolution.answer.value?.packages ?? []) : [];
  const installed = planned && [...planned, ...resolved.map(({ name }) => name)];
  return (
    <>
      <ListField path={PATH} label={words.services} help={words.servicesHelp} placeholder="sshd" />
      {findServiceProblems(services, profiles, installed).map((problem) => (
        <ProblemNote key={problem.service} problem={problem} />
      ))}
      {suggested.length > 0 && (
        <p class="row suggestions">
          {suggested.map((service) => (
            <button type="button" key={service} onClick={() => form.set(PATH, [...services, service])}>
              <Icon of={Plus} />
              {words.startService(service)}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

function ProblemNote({ problem }: { readonly problem: ServiceProblem }): JSX.Element {
  const { form } = usePage();
  const { form: words, findings } = useWords();
  const { service, instead, missing } = problem;
  const rename = (name: string): void => {
    const services = toTexts(form.read(PATH)).map((each) => (each === service ? name : each));
    form.set(PATH, [...new Set(services)]);
  };
  return (
    <p class="package-problem row suggestions" role="status">
      {instead !== undefined && (
        <>
          {words.unknownService(service, instead)}
          <button type="button" class="fix" onClick={() => rename(instead)}>
            <Icon of={WandSparkles} />
            {findings.use(instead)}
          </button>
        </>
      )}
      {missing !== undefined && (
        <>
          {words.serviceWithoutPackage(service, missing)}
          <button
            type="button"
            class="fix"
            onClick={() => form.set(PACKAGES, [...toTexts(form.read(PACKAGES)), missing])}
          >
            <Icon of={Plus} />
            {words.addPackage(missing)}
          </button>
        </>
      )}
    </p>
  );
}
