/** The installation and its operators: the parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import { checkNetworkApp, listNetworkApps, readNetworkApp, removeNetworkApp, setNetworkApp } from './apps.ts';
import { listInstallationAudit } from './audit.ts';
import type { InstallationContext } from './context.ts';
import { readInstallation } from './facts.ts';
import { readMailServerOperation, removeMailServer, sendTestMail, setMailServer } from './mail.ts';
import { addOperator, listOperatorsOperation, removeOperator } from './operators.ts';
import { checkInstallation } from './place-check.ts';
import { listReplyQueues } from './reply-queues.ts';

export type { InstallationContext, InstallationFacts } from './context.ts';

export const installationOperations: readonly Operation<InstallationContext>[] = [
  readInstallation,
  checkInstallation,
  listOperatorsOperation,
  addOperator,
  removeOperator,
  readMailServerOperation,
  setMailServer,
  removeMailServer,
  sendTestMail,
  listNetworkApps,
  readNetworkApp,
  setNetworkApp,
  removeNetworkApp,
  checkNetworkApp,
  listReplyQueues,
  listInstallationAudit,
];

/** The groups of its operations in the API description. */
export const installationTags = {
  Installation: 'The installation as a whole, for its operators.',
};
