/** Forms whose content is sent to the service. */
export { type ApiForm, type Field, type FieldProps, useApiForm } from './api-form.ts';
export { BELOW_LABEL, Form, FormFault, Submit } from './form.tsx';
