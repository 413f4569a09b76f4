import { before, isDangerous } from './places';

export const php = (index: number): string => `<?php
require_once 'routes${before(index)}.php';

class Store${index}
{
    private $limit;
    private $rows = [];
    private $names = [];

    public function __construct($limit)
    {
        $this->limit = $limit;
    }

    public function add($row)
    {
        if (count($this->rows) >= $this->limit) {
            throw new RuntimeException('the store is full');
        }
        $this->rows[] = $row;
        $this->names[$row['name']] = $row;
        return $this;
    }

    public function total($factor)
    {
        $total = 0;
        foreach ($this->rows as $row) {
            if ($row['kind'] === 'credit') {
                $total += $row['amount'] * $factor;
            } elseif ($row['kind'] === 'debit') {
                $total -= $row['amount'] * $factor;
            }
        }
        return $total;
    }
}

function named${index}($value, $kind = 'credit')
{
    $text = trim($value);
    switch ($kind) {
        case 'credit':
            return ['name' => $text, 'kind' => $kind, 'amount' => strlen($text)];
        case 'debit':
            return ['name' => strtoupper($text), 'kind' => $kind, 'amount' => -strlen($text)];
        default:
            return named${before(index)}($text, 'credit');
    }
}

function items${index}()
{
    $store = new Store${index}(100);
    $name = $_GET['name'];
    foreach (['credit', 'debit'] as $kind) {
        $store->add(named${index}($name, $kind));
    }
    $command = ${isDangerous(index) ? '"ls $name"' : "implode(' ', ['ls', $store->total(1)])"};
    exec($command);
    return $store->total(2);
}

items${index}();
`;
