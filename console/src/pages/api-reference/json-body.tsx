/** The properties and the example of a JSON body. */
import { Plain } from '../../components/code.tsx'
import { Badge } from '../../components/layout.tsx'
import type { Contents } from './operation-description.ts'
import { WithLinks } from './with-links.tsx'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly type?: string
  readonly description?: string
}

interface JsonProps {
  readonly content: Contents
  /** Only a request body can lack a property, so only its properties are marked as required. */
  readonly of: 'request body' | 'response'
}

/**
 * The properties of the first level and the example. A response with an example shows only the
 * example. Other media types show nothing.
 */
export function Json({ content, of }: JsonProps) {
  const { schema, example } = content['application/json'] ?? {}
  const { properties = {}, required = [] } = (schema ?? {}) as JsonSchema
  const hasExample = typeof example === 'object'
  const isListed = of === 'request body' || !hasExample
  return (
    <>
      {isListed && Object.keys(properties).length > 0 && (
        <dl className="body-properties">
          {Object.entries(properties).map(([name, { type, description }]) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <span className="muted">{type}</span>{' '}
                {of === 'request body' && required.includes(name) && <Badge>required</Badge>}
              </dt>
              {description !== undefined && (
                <dd className="muted">
                  <WithLinks text={description} />
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {hasExample && <Plain text={JSON.stringify(example, null, 2)} label={`Example ${of}`} />}
    </>
  )
}
