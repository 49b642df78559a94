import { MASK } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { findMaskedSecrets } from './masked-secrets.ts';

describe('masked secrets', () => {
  it('are located in their texts', () => {
    const found = findMaskedSecrets({
      configuration: `{"a": "${MASK}"}`,
      credentials: undefined,
      lock: MASK,
    });
    expect(found).toMatchObject([
      { file: 'configuration', code: 'masked-secret', range: { start: { column: 8 }, end: { column: 16 } } },
      { file: 'lock', range: { start: { line: 1, column: 1 } } },
    ]);
  });

  it('are not searched any further once there are more than are listed', () => {
    const found = findMaskedSecrets({ table: MASK.repeat(900), credentials: MASK.repeat(100_000) });
    expect(found).toHaveLength(1_001);
    expect(found.at(-1)).toMatchObject({
      rule: 'too-many-findings',
      file: 'credentials',
      message: 'more findings are not listed',
    });
    // The last finding that is listed.
    expect(found.at(-1)?.range).toEqual(found.at(-2)?.range);
  });
});
