/** The part of JSON Schema 2020-12, with OpenAPI's `xml` hints, that the documents need. */
export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string'
  readonly description?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly xml?: { readonly name?: string; readonly attribute?: boolean }
}
