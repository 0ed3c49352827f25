/** What operators see of the installation: its version, its parts, and whether they work. */
import { Type } from 'typebox';
import { readCells } from '../../../store/directory.ts';
import { listNodes } from '../../../store/nodes.ts';
import { instant, nullable, text } from '../../api/schemas.ts';
import { ofInstallation, operation } from './context.ts';

const Installation = Type.Object({
  version: Type.String(),
  publicUrl: text('BASE_URL, or where this node listens.'),
  checks: Type.Array(
    Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: nullable(Type.String()) }),
    { description: 'What `/readyz` of the node that responds says.' },
  ),
  database: Type.Enum(['embedded', 'own'], {
    type: 'string',
    description: '`own`: DATABASE_URL names it.',
  }),
  redis: Type.Boolean({ description: 'Whether REDIS_URL is set.' }),
  mediaStorage: Type.Enum(['folder', 'bucket'], { type: 'string' }),
  backup: Type.Object({
    command: text('Saves the database. It names no password.'),
    mediaFolder: nullable(text('Null where files are in a bucket.')),
  }),
  sandbox: Type.Boolean({ description: 'Whether a workspace can have simulated networks.' }),
  cell: text('The cell of the node that responds.'),
  cells: Type.Array(Type.String()),
  nodes: Type.Array(
    Type.Object({ id: Type.String(), role: Type.String(), startedAt: instant('When it started.') }),
    {
      description: 'Those of the cell with a heartbeat.',
    },
  ),
});

const example = {
  version: '0.1.0',
  publicUrl: 'https://troupe.example.org',
  checks: [{ name: 'database', ok: true, detail: null }],
  database: 'own' as const,
  redis: true,
  mediaStorage: 'bucket' as const,
  backup: {
    command: 'pg_dump --format=custom --file=troupe.dump "$DATABASE_URL"',
    mediaFolder: null,
  },
  sandbox: false,
  cell: 'troupe_cell_1',
  cells: ['troupe_cell_1'],
  nodes: [{ id: 'node_01JD0000000000000000000001', role: 'both', startedAt: '2026-05-04T08:00:00.000Z' }],
};

export const readInstallation = operation({
  ...ofInstallation,
  id: 'readInstallation',
  dashboard: { method: 'get', path: '/app/api/installation' },
  summary: 'Read the installation',
  description: 'Version, nodes and checks, and nothing of a workspace.',
  result: Type.Object({ installation: Installation }),
  example: { result: { installation: example } },
  handle: async ({ context, now }) => {
    const { sql, directory, cell, baseUrl, installation } = context;
    const [cells, nodes] = await Promise.all([readCells(directory), listNodes(sql, now)]);
    const { health, ...facts } = installation;
    const checks = Object.entries(health()).map(([name, { ok, detail = null }]) => ({ name, ok, detail }));
    const views = nodes.map(({ id, roles, startedAt }) => ({
      id,
      role: roles,
      startedAt: startedAt.toISOString(),
    }));
    return { body: { installation: { ...facts, publicUrl: baseUrl, checks, cell, cells, nodes: views } } };
  },
});
