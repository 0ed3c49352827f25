/** What the operations about the installation depend on. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Core } from '../../api/context.ts';
import { FOR_OPERATORS, operationsWith } from '../../api/operation.ts';
import type { MailServer } from '../../base/mail-server.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Node } from '../../engine/node.ts';
import type { Apps } from '../accounts/index.ts';
import type { ProbeFile } from '../media/index.ts';

/** What this node knows of the installation from its settings. */
export interface InstallationFacts {
  version: string;
  /** Whether a workspace can have simulated networks. */
  sandbox: boolean;
  /** `embedded`: the one that the service brings. */
  database: 'embedded' | 'own';
  /** Whether nodes notify each other over Redis. */
  redis: boolean;
  mediaStorage: 'folder' | 'bucket';
  /** What to save: the command for the database, and the folder of hosted files if there is one. */
  backup: { command: string; mediaFolder: string | null };
  /** Whether the parts of this node work, by their names. */
  health: () => { [name: string]: { ok: boolean; detail?: string } };
}

export interface InstallationContext extends Core {
  node: Pick<Node, 'command'>;
  sealer: Sealer;
  guard: Pick<Guard, 'mailAddressOf' | 'fetchReal'>;
  adapters: { [platform: string]: Manifest };
  /** The apps that the environment names, by platform. */
  appsOfEnvironment: Apps;
  /** This node reads the stored apps again. */
  forgetApps: () => void;
  /** Stores a small file, reads it, and deletes it (features/media/probe.ts). */
  probeStorage: <T>(during: (file: ProbeFile) => Promise<T>) => Promise<T>;
  /** For which hosts people's requests came to this node, the newest last. */
  hostsOfRequests: () => { host: string; isOwn: boolean }[];
  /** By which networks recognise the addresses of this installation. */
  verifyToken: string;
  installation: InstallationFacts;
  /** The mail server that the environment names; null if it names none. */
  mailServerOfEnvironment: MailServer | null;
  /** What an operation does, in a few words; its id where this version has no such operation. */
  summaryOf: (operation: string) => string;
}

export const operation = operationsWith<InstallationContext>();

/** What every operation about the installation declares. */
export const ofInstallation = { ...FOR_OPERATORS, tag: 'Installation' } as const;
