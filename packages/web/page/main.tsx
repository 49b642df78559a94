/** @module The page of the install service, bundled by scripts/build.ts. */
import { render } from 'preact';
import { PageContext } from './parts/page-context.ts';
import { App } from './shell/app.tsx';
import { PageState } from './state/page-state.ts';

const page = new PageState();
const root = document.querySelector('#page');
if (root === null) throw new Error('the HTML page has no #page');
render(
  <PageContext.Provider value={page}>
    <App />
  </PageContext.Provider>,
  root,
);
page.begin();
