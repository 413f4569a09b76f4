<?php

class Users
{
    public function __construct(private mysqli $connection)
    {
    }

    public function find(string $name)
    {
        $statement = $this->connection->prepare('SELECT * FROM users WHERE name = ?');
        $statement->bind_param('s', $name);
        return $statement->execute();
    }
}
