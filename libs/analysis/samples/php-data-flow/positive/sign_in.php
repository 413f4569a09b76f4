<?php

function invitation(): string
{
    $token = sha1(mt_rand());
    return '/join?by=' . $token;
}

function sealed(string $text, string $key): string
{
    $cipher = 'des-ede3-cbc';
    return openssl_encrypt($text, $cipher, $key);
}

function digest(string $text): string
{
    $algorithm = 'md5';
    return hash($algorithm, $text);
}

setcookie('language', 'en', 0, '/', '', false, false);
