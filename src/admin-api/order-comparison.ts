/** Two orders compared: the fields of their requests by what they mean, whatever their dialects. */
import type { SentField } from '../documents/privacy/sent-fields.ts'
import { actorOf, type Handlers } from './handler.ts'
import { lookAt, orderOf, sentFieldsOf } from './order-detail.ts'

/**
 * The comparison is made of whole values and returned masked, so that it shows that a name differs
 * without showing the name.
 */
export const orderComparisonHandlers: Handlers<'compareOrders'> = {
  compareOrders: async ({ caller, params }, api) => {
    const sideOf = async (id: string): Promise<Side> => {
      const order = await orderOf(caller, id, api)
      await api.tools.store.audit.record(lookAt(order, actorOf(caller), 'order.viewed'))
      return byName(await sentFieldsOf(order, true, api), await sentFieldsOf(order, false, api))
    }
    const [one, other] = [await sideOf(params.id), await sideOf(params.other)]
    const names = [...new Set([...one.keys(), ...other.keys()])]
    return {
      fields: names.map((field) => ({
        field,
        one: one.get(field)?.shown,
        other: other.get(field)?.shown,
        differs: one.get(field)?.clear !== other.get(field)?.clear,
      })),
    }
  },
}

/** The fields of a request by name. Only the masked text of a field leaves the service. */
type Side = ReadonlyMap<string, { readonly clear: string; readonly shown: string }>

function byName(clear: readonly SentField[], shown: readonly SentField[]): Side {
  return new Map(
    clear.map((field, index) => [
      // The first of several is compared with the only one.
      field.field.replaceAll('[1]', ''),
      { clear: textOf(field), shown: textOf(shown[index] ?? field) },
    ]),
  )
}

/** What a field means; where it could not be parsed, what was sent. */
function textOf({ value, sent }: SentField): string {
  return value ?? sent
}
