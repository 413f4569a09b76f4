<?php

namespace App\Controller;

use Doctrine\DBAL\Connection;
use Symfony\Component\HttpFoundation\RedirectResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Process\Process;
use Symfony\Component\Routing\Attribute\Route;

class PageController
{
    public function __construct(private Connection $connection)
    {
    }

    #[Route('/hello/{name}')]
    public function hello(string $name): Response
    {
        return new Response("<h1>Hello $name</h1>");
    }

    #[Route('/people')]
    public function people(Request $request): array
    {
        $team = $request->query->get('team');
        return $this->connection->fetchAllAssociative("SELECT * FROM people WHERE team = '$team'");
    }

    #[Route('/leave')]
    public function leave(Request $request): Response
    {
        return new RedirectResponse($request->query->get('next'));
    }

    #[Route('/archive')]
    public function archive(Request $request): int
    {
        return Process::fromShellCommandline('tar cf archive.tar ' . $request->request->get('folder'))->run();
    }
}
