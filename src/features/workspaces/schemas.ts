/** Schemas of workspaces and posting schedules in responses. */
import { Type } from 'typebox';
import type { WorkspaceNetworks } from '../../base/workspace-networks.ts';
import { choice, model, text } from '../../api/schemas.ts';

export const Workspace = model(
  'Workspace',
  Type.Object({
    slug: text('What the parameter `workspace` takes.'),
    name: Type.String(),
    timezone: text('IANA name of its time zone.'),
    sandbox: Type.Boolean({ description: 'Its networks are simulated.' }),
  }),
);

/** The field of a request that gives a workspace its slug. */
export const slugField = (description: string) =>
  Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description });

/** A workspace as responses show it. */
export const workspaceView = ({
  slug,
  name,
  timezone,
  networks = 'both',
}: {
  slug: string;
  name: string;
  timezone: string;
  networks?: WorkspaceNetworks;
}) => ({ slug, name, timezone, sandbox: networks !== 'real' });

export const PostingSchedule = model(
  'PostingSchedule',
  Type.Object({
    timezone: text("The workspace's time zone, an IANA name."),
    slots: Type.Array(
      Type.Object({
        day: choice(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'Day of the week.'),
        time: Type.String({ description: 'HH:MM in the time zone of the workspace.', examples: ['11:00'] }),
      }),
      { description: 'Empty: no schedule.' },
    ),
  }),
);
