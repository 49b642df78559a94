import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The numbers of the cases that specify the behaviour of controllers. */
const CASES = `
  002 004 006 007 009 010 011 012 013 016 021 022 023 024 025 026 029 030 031 032 033 034 035 038 039 040 043
  044 046 050 053 054 055 063 065 066 068 069 075 077 078 080 082 083 084 087 088 090 091 093 096 097 098 101
  102 103 108 110 111 112 113 118 121 122 124 125 131 132 134 136 138 139 141 143 146 147 148 149 150 151 153
  155 156 157 158 159 160 161 162 165 166 167 169 173 174 176 177 178 180 181 182 185 192 193 195 196 198 199
  200 206 210 211 212 214 216 218 220 224 225 228 231 232 233 236 239 241 242 245 246 247 249 250 251 254 255
  256 258 259 263 264 265 266 267 271 274 276 280 282 285 290 291 292 294 295 297 299 301 303 304 308 310 312
  313 315 317 320 322 323 324 328 335 338 341 342 345 346 347 350 351 352 355 357 360 361 362 363 365 366 370
  372 374 377 379 382 383 384 386 387 388 391 392 394 396 399 400 401 402 405 408 409 410 412 415 416 419 420
  422 423 426 427 428 429 430 432 433 435 436 437 438 439 440 441 442 445 448 449 451 452 454 455 458 461 465
  466 468 469 470 471 472 473 474 476 477 479 481 483 484 486 488 490 493 495 496 499 502 504 506 508 509 510
  511 513 515 519 520 521 525 526 528 531 533 534 535 538 539
`;
const ids = CASES.trim()
  .split(/\s+/)
  .map((number) => `C${number}`);

const here = import.meta.dirname;
const page = readFileSync(join(here, '../../conformance.md'), 'utf8');
const named = (text: string): Set<string> => new Set(text.match(/\bC\d{3}\b/g));
const [differing = '', untested = ''] = page.split(/^## Nothing to test$/m);
const tested = named(
  readdirSync(here)
    .filter((file) => file.endsWith('.test.ts') && file !== 'conformance.test.ts')
    .map((file) => readFileSync(join(here, file), 'utf8'))
    .flatMap((text) => text.match(/^.*\bC\d{3}\b.*$/gm) ?? [])
    // Ignore case numbers in comments.
    .filter((line) => !/^\s*(?:\/\/|\*)/.test(line))
    .join('\n'),
);

describe('the conformance cases of controllers', () => {
  it('are all listed', () => {
    expect(new Set(ids).size).toBe(285);
  });

  it('each have a test or an explanation on the page', () => {
    expect(ids.filter((id) => !tested.has(id) && !named(untested).has(id))).toEqual([]);
  });

  it('are not listed as untestable if a test covers them', () => {
    expect([...named(untested)].filter((id) => tested.has(id))).toEqual([]);
  });

  it('are tested if the page describes a difference', () => {
    expect([...named(differing)].filter((id) => !tested.has(id))).toEqual([]);
  });

  it('include every case number in the tests and on the page', () => {
    expect([...tested, ...named(page)].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
