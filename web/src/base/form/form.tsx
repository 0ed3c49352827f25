/** The parts that every form has: the element, what went wrong, and the button that sends it. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fault } from '../parts/states.tsx';
import type { ApiForm } from './api-form.ts';

type AnyForm = Pick<ApiForm<unknown, unknown>, 'id' | 'name' | 'submit' | 'isSending' | 'fault'>;

interface FormProps {
  of: AnyForm;
  /** For screen readers. */
  label?: string;
  /** The browser checks nothing: the form says itself what is missing. */
  noValidate?: boolean;
  children: ReactNode;
}

export function Form({ of: { id, name, submit }, label, noValidate = false, children }: FormProps) {
  return (
    <form id={id} name={name} onSubmit={submit} noValidate={noValidate} aria-label={label}>
      {children}
    </form>
  );
}

/** Why the last request failed, if no field is to blame. */
export const FormFault = ({ of: { fault } }: { of: AnyForm }) =>
  fault === null ? null : <Fault message={fault} />;

interface SubmitProps extends Pick<ButtonProps, 'disabled' | 'size' | 'variant' | 'mt'> {
  of: AnyForm;
  'aria-label'?: string;
  children: ReactNode;
}

/** Sends the form: busy until the service has responded. It may be outside of the form. */
export const Submit = ({ of: { id, isSending }, children, ...look }: SubmitProps) => (
  <Button type="submit" form={id} loading={isSending} {...look}>
    {children}
  </Button>
);

/** The space above a button that stands beside a field of the usual size: an error below the field does not move it. */
export const BELOW_LABEL = 20;
