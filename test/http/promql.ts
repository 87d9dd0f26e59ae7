/** Finds the names in the expressions of `docs/monitoring` that a service does not have. */
import { readFileSync } from 'node:fs'
import {
  AggregateExpr,
  AggregateModifier,
  GroupingLabels,
  Identifier,
  LabelMatchers,
  LabelName,
  parser,
  QuotedLabelName,
  StringLiteral,
  UnquotedLabelMatcher,
  VectorSelector,
} from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { CODES } from '../../src/errors.ts'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** Metrics by name, with their labels and the values of each label. */
type KnownMetrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/** Labels that Prometheus adds to every metric, and the metric that it creates itself. */
const TARGET_LABELS = ['job', 'instance']
const OF_PROMETHEUS = 'up'

/** Values that occur only after failures. */
const RARE_VALUES = new Set([...Object.keys(CODES), 'failed', 'late', 'closed'])

/** Returns the metrics in samples such as `name{label="value"}`. */
export function knownMetrics(samples: readonly string[]): KnownMetrics {
  const known = new Map<string, Map<string, Set<string>>>([[OF_PROMETHEUS, new Map()]])
  for (const sample of samples) {
    const [name = ''] = sample.split('{', 1)
    const labels = known.get(name) ?? new Map<string, Set<string>>()
    known.set(name, labels)
    for (const [, label = '', value = ''] of sample.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value))
    }
  }
  return known
}

interface AlertRules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[]
  }[]
}

/** Returns the expressions of the alerts, by name. */
export function alertExpressions(): ReadonlyMap<string, string> {
  const rules: AlertRules = parse(readFileSync('docs/monitoring/alerts.yaml', 'utf8'))
  return new Map(
    rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => [alert, expr])),
  )
}

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
}

/** Returns the expressions of the dashboard, with its variables replaced as Grafana does. */
export function dashboardExpressions(): readonly string[] {
  const { panels }: Dashboard = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8'))
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) =>
      expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:job|instance)/g, '.*'),
    )
}

/**
 * Returns the unknown metrics, labels and values of an expression, or `syntax` if it cannot be
 * parsed.
 */
export function unknownIn(expression: string, known: KnownMetrics): readonly string[] {
  const unknown: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, node }) => {
      if (type.isError) unknown.push('syntax')
      if (type.id === VectorSelector) unknown.push(...unknownInSelector(node, expression, known))
    },
  })
  return unknown.includes('syntax') ? ['syntax'] : unknown
}

function unknownInSelector(
  node: SyntaxNode,
  expression: string,
  known: KnownMetrics,
): readonly string[] {
  const textOf = (one: SyntaxNode | null) => one && expression.slice(one.from, one.to)
  const name = textOf(node.getChild(Identifier)) ?? ''
  const labels = known.get(name)
  if (labels === undefined) return [name]
  const matchers = node.getChild(LabelMatchers)?.getChildren(UnquotedLabelMatcher) ?? []
  const wrong = matchers.flatMap((matcher) => {
    const label = textOf(matcher.getChild(LabelName)) ?? ''
    const values = (textOf(matcher.getChild(StringLiteral)) ?? '').slice(1, -1).split('|')
    if (TARGET_LABELS.includes(label)) return []
    const seen = labels.get(label)
    if (seen === undefined) return [`${name}{${label}}`]
    const missing = values.filter((value) => !seen.has(value) && !RARE_VALUES.has(value))
    return missing.map((value) => `${name}{${label}="${value}"}`)
  })
  const grouped = groupingLabels(node)
    .map((label) => textOf(label) ?? '')
    .filter((label) => !labels.has(label) && !TARGET_LABELS.includes(label))
  return [...wrong, ...grouped.map((label) => `${name} by ${label}`)]
}

/** Returns the labels by which the expression around a selector is aggregated. */
function groupingLabels(selector: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let node = selector.parent; node !== null; node = node.parent) {
    if (node.type.id !== AggregateExpr) continue
    const labels = node.getChild(AggregateModifier)?.getChild(GroupingLabels)
    found.push(...(labels?.getChildren(LabelName) ?? []))
    found.push(...(labels?.getChildren(QuotedLabelName) ?? []))
  }
  return found
}
