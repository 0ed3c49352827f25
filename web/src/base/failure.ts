import { notifications } from '@mantine/notifications';
import { messageOf } from './api.ts';
import { t } from './language/text.ts';

/** Shows a person that a request failed, and why. */
export const showFailure = (error: Error) =>
  notifications.show({
    color: 'red',
    title: t('This failed'),
    message: messageOf(error),
    autoClose: 10_000,
  });
