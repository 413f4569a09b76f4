<?php

use Illuminate\Support\Facades\Route;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Slim\Factory\AppFactory;

$app = AppFactory::create();

$app->get('/hello/{name}', function (ServerRequestInterface $request, ResponseInterface $response, array $args) {
    $response->getBody()->write('<h1>Hello ' . $args['name'] . '</h1>');
    return $response;
});

$app->get('/leave', function (ServerRequestInterface $request, ResponseInterface $response) {
    return $response->withHeader('Location', $request->getQueryParams()['next']);
});

Route::get('/pictures/{name}', function ($name) {
    readfile("pictures/$name");
});
