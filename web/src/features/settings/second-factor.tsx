import { Alert, Button, Group, Image, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { PageFault } from '../../base/parts/states.tsx';
import { t } from '../../base/language/text.ts';

const key = ['second-factor'] as const;
const QR_SIZE = 180;

/** Where the person is in turning it on. */
type Step =
  | { at: 'start' }
  | { at: 'scan'; uri: string; secret: string; picture: string }
  | { at: 'codes'; recoveryCodes: string[] };

/** Codes of an app besides the password. */
export function SecondFactor() {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const queries = useQueryClient();
  const factor = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('readSecondFactor', {}, { signal }),
  });
  const reread = () => queries.invalidateQueries({ queryKey: key });
  if (factor.isError)
    return <PageFault message={messageOf(factor.error)} onRetry={() => void factor.refetch()} />;
  if (!factor.data) return null;
  const { isOn, recoveryCodesLeft } = factor.data;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('Second factor')}
      </Title>
      {step.at === 'codes' ? (
        <RecoveryCodes codes={step.recoveryCodes} onKept={() => setStep({ at: 'start' })} />
      ) : isOn ? (
        <TurnOff recoveryCodesLeft={recoveryCodesLeft} onOff={reread} />
      ) : step.at === 'scan' ? (
        <Confirm
          {...step}
          onOn={(recoveryCodes) => {
            setStep({ at: 'codes', recoveryCodes });
            return reread();
          }}
        />
      ) : (
        <Begin onBegun={setStep} />
      )}
    </Stack>
  );
}

function Begin({ onBegun }: { onBegun: (step: Step) => void }) {
  const form = useApiForm({
    name: 'begin-second-factor',
    initialValues: { password: '' },
    send: async (values) => {
      const [started, { default: encodeQR }] = await Promise.all([
        call('beginSecondFactor', values),
        import('qr'),
      ]);
      const picture = `data:image/svg+xml,${encodeURIComponent(encodeQR(started.uri, 'svg'))}`;
      return { at: 'scan' as const, ...started, picture };
    },
    onSent: onBegun,
  });
  return (
    <Form of={form}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t(
            'With an app on your phone, such as Aegis, 2FAS or Google Authenticator, a password alone signs nobody in.',
          )}
        </Text>
        <PasswordInput
          label={t('Your password')}
          autoComplete="current-password"
          required
          maxLength={LIMITS.password}
          {...form.field('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('Show your password'), tabIndex: 0 }}
        />
        <FormFault of={form} />
        <Submit of={form}>{t('Set up an app')}</Submit>
      </Stack>
    </Form>
  );
}

const CodeField = ({ field, label }: { field: object; label: string }) => (
  <TextInput
    label={label}
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    maxLength={LIMITS.signInCode}
    {...field}
  />
);

interface Scan {
  picture: string;
  secret: string;
  onOn: (recoveryCodes: string[]) => unknown;
}

function Confirm({ picture, secret, onOn }: Scan) {
  const form = useApiForm({
    name: 'confirm-second-factor',
    initialValues: { code: '' },
    send: (values) => call('confirmSecondFactor', values),
    onSent: ({ recoveryCodes }) => onOn(recoveryCodes),
  });
  return (
    <Form of={form}>
      <Stack>
        <Text size="sm">{t('Scan this with the app, or type the secret into it.')}</Text>
        <Image src={picture} w={QR_SIZE} h={QR_SIZE} bg="white" alt={t('QR code for the app')} />
        <Copyable text={secret} label={t('Secret for the app')} />
        <CodeField field={form.field('code')} label={t('The code that the app shows')} />
        <FormFault of={form} />
        <Submit of={form}>{t('Turn it on')}</Submit>
      </Stack>
    </Form>
  );
}

const RecoveryCodes = ({ codes, onKept }: { codes: string[]; onKept: () => void }) => (
  <Stack>
    <Alert color="yellow" variant="light" title={t('Keep these recovery codes')}>
      {t('Each signs you in once if you lose your phone. They are not shown again.')}
    </Alert>
    <Copyable text={codes.join('\n')} label={t('Recovery codes')} />
    <Group>
      <Button onClick={onKept}>{t('I have kept them')}</Button>
    </Group>
  </Stack>
);

function TurnOff({ recoveryCodesLeft, onOff }: { recoveryCodesLeft: number; onOff: () => unknown }) {
  const form = useApiForm({
    name: 'end-second-factor',
    initialValues: { code: '' },
    send: (values) => call('endSecondFactor', values),
    onSent: onOff,
  });
  return (
    <Form of={form}>
      <Stack>
        <Text size="sm">
          {t(
            'It is on: signing in takes a code of your app. {recoveryCodesLeft} recovery codes are left; for new ones, turn it off and on again.',
            { recoveryCodesLeft },
          )}
        </Text>
        <CodeField field={form.field('code')} label={t('A code of the app, or a recovery code')} />
        <FormFault of={form} />
        <Submit of={form} variant="default">
          {t('Turn it off')}
        </Submit>
      </Stack>
    </Form>
  );
}
