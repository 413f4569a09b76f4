<?php

use Twig\Environment;
use Twig\Loader\FilesystemLoader;

function pages(): Environment
{
    return new Environment(new FilesystemLoader('templates'), ['autoescape' => false]);
}
