import type {
  Content,
  OpenapiDocument,
  Operation,
  Parameter,
  Reference,
  ResponseObject,
  SecurityRequirement,
} from '../document/document.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { html, Html } from './html.ts';
import { STYLE } from './style.ts';
import { typeText } from './type-text.ts';

/**
 * Returns the page's Content-Security-Policy, which allows its own style but no scripts.
 *
 * @param hasStyles whether the page links style sheets from its own server, which may use its fonts
 */
export function referencePolicy(hasStyles = false): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digest = createHash('sha256').update(STYLE).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${digest}'${hasStyles ? " 'self'" : ''}`,
    ...(hasStyles ? ["font-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The style element, which has no whitespace around the style, because the digest in the policy covers the whole
 * content of the element.
 */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/**
 * Renders a document as a page, which is self-contained without further style sheets.
 *
 * @param styles paths of style sheets, which follow the page's own style
 */
export function referencePage(document: OpenapiDocument, styles: readonly string[] = []): string {
  const { info, servers = [], tags = [], components = {} } = document;
  const operations = listOperations(document);
  const groups = [...tags.map(({ name }) => name), undefined].map((tag) => ({
    tag,
    listed: operations.filter(({ operation: { tags: [first] = [] } }) => first === tag),
  }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${info.title}</title>
        ${STYLE_ELEMENT} ${styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
      </head>
      <body>
        <main>
          <h1>${info.title} <span class="muted">${info.version}</span></h1>
          ${paragraph(info.description)}
          ${servers.map(({ url, description }) => html`<p><code>${url}</code> ${description}</p>`)}
          ${groups
            .filter(({ listed }) => listed.length > 0)
            .map(
              ({ tag, listed }) =>
                html`<section>
                  ${tag === undefined ? undefined : html`<h2>${tag}</h2>`}
                  ${listed.map((each) => operationPart(each, document))}
                </section>`,
            )}
          <h2>Schemas</h2>
          ${Object.entries(components.schemas ?? {}).map(([name, schema]) => schemaPart(name, schema))}
        </main>
      </body>
    </html> `;
  return page.source;
}

interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function listOperations({ paths }: OpenapiDocument): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function operationPart({ method, path, operation }: ListedOperation, document: OpenapiDocument): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  return html`<details id="${operationId}">
    <summary><span class="method">${method}</span> <code>${path}</code> ${summary}</summary>
    ${paragraph(description)}
    ${security && html`<p>Requires ${security.map(requirementText).join(', or ')}.</p>`}
    ${parameters.length === 0 ? undefined : parameterTable(parameters)}
    ${
      requestBody &&
      html`<h3>Body${requestBody.required ? '' : ' (optional)'}</h3>
        ${contentPart(requestBody.content)}`
    }
    <h3>Responses</h3>
    <table>
      ${Object.entries(responses).map(([status, response]) => responseRow(status, response, document))}
    </table>
  </details> `;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${place}</td>
        <td><code>${typeText(schema)}</code>${schemaNote(schema)}${required ? '' : ', optional'}</td>
        <td>${description}</td>
      </tr>`,
  );
  return html`<h3>Parameters</h3>
    <table>
      ${rows}
    </table>`;
}

function schemaNote({ default: value, pattern }: JsonSchema): Html {
  return html`${value === undefined ? '' : ` = ${JSON.stringify(value)}`}${typeof pattern === 'string' ? ` matching ${pattern}` : ''}`;
}

function contentPart(content: Content): readonly Html[] {
  return Object.entries(content).map(
    ([type, { schema }]) =>
      html`<p><code>${type}</code> ${schema && typeText(schema)}</p>
        ${schema && !('$ref' in schema) ? jsonBlock(schema) : undefined}`,
  );
}

/**
 * Resolves a reference to its response. For an unknown reference, returns a response with the reference as its
 * description.
 */
function resolveResponse({ $ref }: Reference, { components }: OpenapiDocument): ResponseObject {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  return components?.responses?.[name] ?? { description: $ref };
}

function responseRow(status: string, response: ResponseObject | Reference, document: OpenapiDocument): Html {
  const { description, content = {} } = '$ref' in response ? resolveResponse(response, document) : response;
  const types = Object.entries(content).map(
    ([type, { schema }]) => html`<code>${type}</code> ${schema && typeText(schema)}<br />`,
  );
  return html`<tr>
    <td>${status}</td>
    <td>${description}</td>
    <td>${types}</td>
  </tr>`;
}

function schemaPart(name: string, schema: JsonSchema): Html {
  return html`<details id="schema-${name}">
    <summary><code>${name}</code></summary>
    ${jsonBlock(schema)}
  </details> `;
}

function jsonBlock(value: unknown): Html {
  return html`<pre tabindex="0">${JSON.stringify(value, undefined, 2)}</pre>`;
}

function requirementText(requirement: SecurityRequirement): string {
  const parts = Object.entries(requirement).map(([name, roles]) => [name, ...roles].join(' with role '));
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
}

function paragraph(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`${text.split(/\n{2,}/).map((each) => html`<p>${each}</p>`)}`;
}
