/** The Grafana dashboard of a service: `docs/monitoring/dashboard.json`. */

/**
 * A graph: expressions with their legends, for the instances that are selected in the dashboard
 * (`$of`).
 */
interface Panel {
  readonly title: string
  readonly unit: string
  readonly lines: readonly (readonly [legend: string, expression: string])[]
}

interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

const rate = (metric: string, by: string, matchers = '') =>
  `sum by (${by}) (rate(${metric}{$of${matchers}}[$__rate_interval]))`
const quantile = (q: number, metric: string, by = '', matchers = '') =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket{$of${matchers}}[$__rate_interval])))`
const p50and95 = (metric: string, by = '', matchers = ''): Panel['lines'] =>
  [0.5, 0.95].map((q) => {
    const name = q === 0.5 ? 'median' : 'p95'
    return [by ? `${name} {{${by}}}` : name, quantile(q, metric, by, matchers)]
  })

const ROWS: readonly Row[] = [
  {
    title: 'Orders',
    panels: [
      {
        title: 'Orders by outcome',
        unit: 'reqps',
        lines: [['{{outcome}}', rate('trimerge_orders_total', 'outcome')]],
      },
      {
        title: 'Response time of completed orders',
        unit: 's',
        lines: p50and95('trimerge_order_duration_seconds', 'operation', ',outcome="answered"'),
      },
      {
        title: 'Orders in progress, waiting and interrupted',
        unit: 'short',
        lines: [
          ['in progress', 'sum(trimerge_orders_in_flight{$of})'],
          ['waiting', 'sum(trimerge_orders_waiting{$of})'],
          ['interrupted', 'max(trimerge_orders_interrupted{$of})'],
        ],
      },
      {
        title: 'Overload rejections and take-overs',
        unit: 'reqps',
        lines: [
          ['rejected: {{reason}}', rate('trimerge_orders_shed_total', 'reason')],
          ['taken over', rate('trimerge_orders_taken_over_total', 'job')],
        ],
      },
      {
        title: 'Services that are ready',
        unit: 'short',
        lines: [['{{instance}}', 'trimerge_ready{$of}']],
      },
    ],
  },
  {
    title: 'Bureaus',
    panels: [
      {
        title: 'Pulls by bureau and outcome',
        unit: 'reqps',
        lines: [
          [
            '{{bureau}} {{outcome}}',
            rate('trimerge_bureau_pull_duration_seconds_count', 'bureau, outcome'),
          ],
        ],
      },
      {
        title: 'Duration of pulls',
        unit: 's',
        lines: p50and95('trimerge_bureau_pull_duration_seconds', 'bureau'),
      },
      {
        title: 'Circuit breakers that are not closed',
        unit: 'short',
        lines: [
          [
            '{{bureau}} {{state}}',
            'sum by (bureau, state) (trimerge_bureau_breaker_state{$of,state!="closed"})',
          ],
        ],
      },
    ],
  },
  {
    title: 'Database and disk',
    panels: [
      {
        title: 'Duration of database calls',
        unit: 's',
        lines: p50and95('trimerge_database_call_duration_seconds', 'call'),
      },
      {
        title: 'Failed database calls',
        unit: 'reqps',
        lines: [['{{call}}', rate('trimerge_database_failures_total', 'call')]],
      },
      {
        title: 'PostgreSQL connections',
        unit: 'short',
        lines: [
          ['{{instance}} {{state}}', 'trimerge_database_connections{$of}'],
          ['{{instance}} waiting', 'trimerge_database_connections_waiting{$of}'],
        ],
      },
      {
        title: 'Free disk space',
        unit: 'bytes',
        lines: [
          ['{{instance}}', 'trimerge_disk_free_bytes{$of}'],
          ['{{instance}} reserve', 'trimerge_disk_reserve_bytes{$of}'],
        ],
      },
      {
        title: 'Age of the last backup and the last purge',
        unit: 's',
        lines: [
          ['{{instance}} backup', 'time() - trimerge_backup_last_timestamp_seconds{$of}'],
          ['purge', 'time() - max(trimerge_purge_last_timestamp_seconds{$of})'],
        ],
      },
      {
        title: 'Records that the last purge ended',
        unit: 'short',
        lines: [['{{type}}', 'max by (type) (trimerge_purge_last_records{$of})']],
      },
    ],
  },
  {
    title: 'Access and audit trail',
    panels: [
      {
        title: 'Failed and throttled sign-ins',
        unit: 'reqps',
        lines: [
          ['accounts: failed', rate('trimerge_account_login_failures_total', 'job')],
          ['accounts: throttled', rate('trimerge_account_logins_throttled_total', 'job')],
          ['console users: failed', rate('trimerge_operator_login_failures_total', 'job')],
          [
            'console users: throttled by {{limit}}',
            rate('trimerge_operator_logins_throttled_total', 'limit'),
          ],
        ],
      },
      {
        title: 'Rows changed outside the service',
        unit: 'short',
        lines: [['{{table}}', 'sum by (table) (increase(trimerge_tampered_rows_total{$of}[1h]))']],
      },
      {
        title: 'Audit trail: lag',
        unit: 's',
        lines: [['{{instance}}', 'trimerge_audit_lag_seconds{$of}']],
      },
      {
        title: 'Audit trail: entries without a block',
        unit: 'short',
        lines: [['{{instance}}', 'trimerge_audit_unsealed_entries{$of}']],
      },
    ],
  },
  {
    title: 'Process',
    panels: [
      {
        title: 'CPU',
        unit: 'percentunit',
        lines: [['{{instance}}', 'rate(process_cpu_seconds_total{$of}[$__rate_interval])']],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        lines: [['{{instance}}', 'process_resident_memory_bytes{$of}']],
      },
      {
        title: 'Event loop lag, p99',
        unit: 's',
        lines: [['{{instance}}', 'nodejs_eventloop_lag_p99_seconds{$of}']],
      },
      {
        title: 'Days until the certificate expires',
        unit: 'd',
        lines: [
          ['{{instance}}', '(trimerge_certificate_expiry_timestamp_seconds{$of} - time()) / 86400'],
        ],
      },
    ],
  },
]

const SOURCE = { type: 'prometheus', uid: '$source' }
const OF_CHOSEN = 'job=~"$job",instance=~"$instance"'
const GRID_WIDTH = 24
const PANELS_A_LINE = 3
const PANEL_HEIGHT = 8

/** Returns the dashboard in the format that Grafana imports. */
export function dashboard(): string {
  const text = JSON.stringify(
    {
      title: 'Trimerge',
      uid: 'trimerge',
      tags: ['trimerge'],
      schemaVersion: 39,
      editable: true,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: { list: variables() },
      panels: panels(),
    },
    undefined,
    2,
  )
  return `${text}\n`
}

function variables(): readonly object[] {
  const choice = (name: string, query: string) => ({
    name,
    type: 'query',
    datasource: SOURCE,
    query,
    refresh: 2,
    multi: true,
    includeAll: true,
    allValue: '.*',
    current: { text: 'All', value: '$__all' },
  })
  return [
    { name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' },
    choice('job', 'label_values(trimerge_build_info, job)'),
    choice('instance', 'label_values(trimerge_build_info{job=~"$job"}, instance)'),
  ]
}

function panels(): readonly object[] {
  let top = 0
  let id = 0
  return ROWS.flatMap((row) => {
    const title = { id: ++id, type: 'row', title: row.title, collapsed: false, panels: [] }
    const header = { ...title, gridPos: { x: 0, y: top, w: GRID_WIDTH, h: 1 } }
    const width = GRID_WIDTH / PANELS_A_LINE
    const graphs = row.panels.map((panel, index) => {
      const line = Math.floor(index / PANELS_A_LINE)
      const x = (index % PANELS_A_LINE) * width
      const gridPos = { x, y: top + 1 + line * PANEL_HEIGHT, w: width, h: PANEL_HEIGHT }
      return { id: ++id, ...graph(panel), gridPos }
    })
    top += 1 + Math.ceil(row.panels.length / PANELS_A_LINE) * PANEL_HEIGHT
    return [header, ...graphs]
  })
}

function graph({ title, unit, lines }: Panel): object {
  return {
    type: 'timeseries',
    title,
    datasource: SOURCE,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: lines.map(([legendFormat, expression], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: SOURCE,
      expr: expression.replaceAll('$of', OF_CHOSEN),
      legendFormat,
    })),
  }
}
