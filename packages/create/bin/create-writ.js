#!/usr/bin/env node
// Plain JavaScript, so that an older Node can run this file and print a useful message.
import process from 'node:process';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  const { create } = await import('create-writ');
  process.exitCode = await create(process.argv.slice(2));
} else {
  process.stderr.write(
    `create-writ needs Node.js 22.18 or newer; this is ${process.versions.node}. Node.js 24 is the current LTS release.\n`,
  );
  process.exitCode = 2;
}
