import { ListX, LoaderCircle, RotateCcw, SearchX, Trash2, Unplug } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Install } from '../../api/answers.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { ResumeButtons } from '../../parts/resume-buttons.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { composePath, installPath } from '../../state/navigation.ts';
import { CompareBar, CompareCheckbox } from './compare-selection.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FilterForm } from './filter-form.tsx';

/** Milliseconds between requests while an installation in the list has not ended. */
const REFRESH_PAUSE = 5_000;

/** The service's installations. */
export function InstallsView(): JSX.Element {
  const { installs, session } = usePage();
  const words = useWords();
  const isOpen = session.status.value === 'open';
  useEffect(() => {
    if (isOpen) void installs.load();
  }, [isOpen]);
  const list = installs.list.value;
  const isActive = list?.some(({ ended }) => ended === undefined) ?? false;
  useRefresh(isOpen, isActive);
  const { text, state } = installs.filter.value;
  const isFiltered = text !== '' || state !== '';
  return (
    <section class="card installs" aria-labelledby="list-title">
      <div class="bar">
        <h2 id="list-title">{words.installations}</h2>
      </div>
      {((list?.length ?? 0) > 0 || isFiltered) && <FilterForm />}
      {list?.length === 0 && isFiltered && <Empty icon={SearchX} title={words.installs.noMatch} />}
      {list === undefined && !installs.hasFailed.value && (
        <Empty icon={LoaderCircle} title={words.installs.loading} />
      )}
      {list === undefined && installs.hasFailed.value && (
        <Empty icon={Unplug} title={words.installs.failed}>
          <button type="button" onClick={() => void installs.load()}>
            <Icon of={RotateCcw} />
            {words.retry}
          </button>
        </Empty>
      )}
      {list?.length === 0 && !isFiltered && (
        <Empty icon={ListX} title={words.installs.none}>
          <p class="quiet">{words.installs.noneAdvice}</p>
          <Link to={composePath} class="button primary">
            {words.newInstallation}
          </Link>
        </Empty>
      )}
      {(list?.length ?? 0) > 0 && <CompareBar />}
      {list !== undefined && list.length > 0 && <InstallTable list={list} />}
      {list !== undefined && list.length < installs.total.value && (
        <button type="button" onClick={() => void installs.loadMore()}>
          {words.installs.older(installs.total.value - list.length)}
        </button>
      )}
    </section>
  );
}

/** Loads the list again while an installation in it has not ended, and when the user returns to the page. */
function useRefresh(isOpen: boolean, isActive: boolean): void {
  const { installs } = usePage();
  useEffect(() => {
    if (!isOpen || !isActive) return undefined;
    const timer = setInterval(() => void installs.refresh(), REFRESH_PAUSE);
    return () => clearInterval(timer);
  }, [isOpen, isActive]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const refresh = (): void => {
      if (!document.hidden) void installs.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [isOpen]);
}

function InstallTable({ list }: { readonly list: readonly Install[] }): JSX.Element {
  const words = useWords().installs;
  const [deleting, setDeleting] = useState<Install>();
  return (
    <div class="scroll" tabIndex={0} role="group" aria-labelledby="list-title">
      <table id="installs" aria-labelledby="list-title">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{words.compare}</span>
            </th>
            <th scope="col" class="number">
              {words.numberTitle}
            </th>
            <th scope="col">{words.target}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.requested}</th>
            <th scope="col" class="number">
              {words.duration}
            </th>
            <th scope="col">
              <span class="hidden">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((install) => (
            <InstallRow key={install.id} install={install} remove={() => setDeleting(install)} />
          ))}
        </tbody>
      </table>
      {deleting !== undefined && (
        <DeleteDialog key={deleting.id} install={deleting} close={() => setDeleting(undefined)} />
      )}
    </div>
  );
}

interface InstallRowProps {
  readonly install: Install;
  /** Asks whether to delete the installation. */
  readonly remove: () => void;
}

function InstallRow({ install, remove }: InstallRowProps): JSX.Element {
  const { people } = usePage();
  const words = useWords().installs;
  const formats = useFormats();
  const { id, target, path, state, created, started, ended, failure } = install;
  const duration =
    started === undefined || ended === undefined
      ? ''
      : formats.duration(Date.parse(ended) - Date.parse(started));
  return (
    <tr>
      <td class="select">
        <CompareCheckbox install={install} />
      </td>
      <td class="number">{id}</td>
      <td>
        <Link to={installPath(id)} title={path}>
          {target}
          <span class="hidden">{words.number(id)}</span>
        </Link>
      </td>
      <td class="state">
        <StateBadge state={state} title={failure?.message} />
      </td>
      <td>
        <time dateTime={created}>{formats.time(created)}</time>
      </td>
      <td class="number">{duration}</td>
      <td class="actions">
        <ResumeButtons install={install} isNamed />
        {ended !== undefined && people.may('run') && (
          <button type="button" aria-label={words.deleteTitle(id, target)} onClick={remove}>
            <Icon of={Trash2} />
            {words.delete}
          </button>
        )}
      </td>
    </tr>
  );
}
