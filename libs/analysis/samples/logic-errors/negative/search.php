<?php

function search($text, $word, $mode) {
    if (strpos($text, $word) !== false) {
        return true;
    }
    $text = trim($text);
    $modes = ['plain' => 1, 'regular' => 2, 3];
    switch ($mode) {
        case 'plain':
            return false;
        default:
            break;
    }
    if ($mode != 'a' && $mode != 'b') {
        return $modes[$mode];
    }
    while ($row = fetch($text)) {
        return $row;
    }
    return null;
}
