<?php

function search($text, $word, $mode) {
    if (strpos($text, $word)) {
        return true;
    }
    trim($text);
    $modes = ['plain' => 1, 'regular' => 2, 'plain' => 3];
    switch ($mode) {
        case 'plain':
            return false;
        case 'plain':
            return true;
    }
    if ($mode != 'a' || $mode != 'b') {
        return $modes[$mode];
    }
    return null;
}
