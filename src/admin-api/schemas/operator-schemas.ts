/** Schemas of console users. */
import { z } from 'zod'
import { ROLES } from '../../store/records/operators.ts'
import { Moment, Name } from './common-schemas.ts'

const text = z.string()

/** A console user, without password and second factor. */
export const OperatorView = z.strictObject({
  name: Name,
  role: z.enum(ROLES),
  account: Name.optional(),
  createdAt: Moment,
  disabledAt: Moment.optional(),
  hasSecondFactor: z.boolean(),
})
/** All console users, by name. */
export const OperatorList = z.strictObject({
  items: z.array(
    OperatorView.extend({
      lastLoginAt: Moment.optional().describe('Real time; absent if the user has never signed in.'),
    }),
  ),
})
/** A new console user. Only an integrator has an account, and must have one. */
export const NewOperatorBody = z
  .strictObject({ name: Name, role: z.enum(ROLES), account: Name.optional() })
  .refine(({ role, account }) => (role === 'integrator') === (account !== undefined), {
    path: ['account'],
    message: 'required for the role integrator and not allowed for other roles',
  })
/** The created user, with a password to hand over. */
export const NewOperator = z.strictObject({
  operator: OperatorView,
  password: text.describe('Shown only once.'),
})
/** A change to a console user. Absent members do not change. */
export const OperatorChange = z.strictObject({
  role: z.enum(ROLES).optional(),
  account: Name.nullable().optional().describe('null removes the account.'),
  disabled: z.boolean().optional(),
})
/** The password that replaces a forgotten one. The reset has ended the user's sessions. */
export const NewPassword = z.strictObject({ password: text.describe('Shown only once.') })
