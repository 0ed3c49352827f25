/** The handlers of notifications, daily mails and pushes as a service has them, to be called again as after a crash. */
import { notificationHandlers } from '../../src/features/notifications/index.ts';
import type { Service } from '../../src/service/service.ts';

export const notifyingHandlers = ({ sql, directory, context }: Service) =>
  notificationHandlers({
    sql,
    directory,
    node: () => context.node,
    mailer: context.mailer,
    sealer: context.sealer,
    fetch: context.guard.fetchReal,
    adapters: context.adapters,
    clock: context.clock,
    publicUrl: () => context.baseUrl,
  });
