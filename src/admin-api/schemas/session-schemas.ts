/** Schemas of sessions: login, password and second factor. */
import { z } from 'zod'
import { ROLES } from '../../store/records/operators.ts'
import { legalText, Moment } from './common-schemas.ts'

/** A login. Without the code, a user with a second factor gets the problem `code-needed`. */
export const LoginBody = z.strictObject({
  name: legalText(80).min(1),
  password: z.string().min(1).max(1000),
  code: z
    .string()
    .min(6)
    .max(20)
    .optional()
    .describe('Code of the authenticator app, or a recovery code.'),
})

/** The current user, and the settings that the console needs. */
export const Session = z.strictObject({
  operator: z.strictObject({
    name: z.string(),
    role: z.enum(ROLES),
    account: z.string().optional().describe('The account of an integrator.'),
  }),
  csrfToken: z.string().describe('Send it as X-CSRF-Token with every change.'),
  expiresAt: Moment.describe('End of the session, regardless of activity.'),
  idleTimeoutMs: z
    .int()
    .describe('The session ends after this time without a request that a person caused.'),
  sandbox: z.boolean().describe('Whether every bureau is simulated.'),
  secondFactor: z
    .enum(['active', 'none', 'required'])
    .describe('required: the user must set up a second factor before anything else.'),
  credentialsFile: z
    .string()
    .optional()
    .describe(
      'The file with the credentials of a sandbox, for operators, while its secret is active.',
    ),
  version: z.string(),
  basePath: z.string(),
})

/** A change of the caller's own password. It ends the user's other sessions. */
export const PasswordBody = z.strictObject({
  current: z.string().min(1).max(1000),
  next: z
    .string()
    .min(15)
    .max(1000)
    .describe(
      'At least 15 characters; not only common words, your user name, keyboard rows and repeats.',
    ),
})

/** A new second factor, which is not active yet. */
export const SecondFactorSetup = z.strictObject({
  secret: z.string().describe('Key for the authenticator app, in Base32.'),
  uri: z.string().describe('The same as an otpauth URI: TOTP, SHA-1, 6 digits, 30 seconds.'),
  proof: z.string().describe('Send it back with the code.'),
})

/** Activates a second factor. The code shows that the app has the key. */
export const SecondFactorBody = z.strictObject({
  password: z.string().min(1).max(1000),
  secret: z.string().min(1).max(100),
  proof: z.string().min(1).max(100),
  code: z.string().min(6).max(20).describe('Current code of the authenticator app.'),
})

/** New recovery codes. They are shown once and stored as hashes. */
export const RecoveryCodes = z.strictObject({
  recoveryCodes: z
    .array(z.string())
    .describe('Each replaces one code, once, when the user signs in.'),
})

/** Removes the caller's second factor. Both password and code are required. */
export const SecondFactorRemoval = z.strictObject({
  password: z.string().min(1).max(1000),
  code: z.string().min(6).max(20).describe('Code of the authenticator app, or a recovery code.'),
})
