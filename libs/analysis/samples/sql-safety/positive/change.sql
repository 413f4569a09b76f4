DELETE FROM sessions;
UPDATE customers
SET active = 0;
SELECT * FROM customers WHERE token = MD5(password);
EXEC xp_cmdshell 'dir';
EXEC('SELECT name FROM ' + @table);
CREATE FUNCTION everyone() RETURNS SETOF customers LANGUAGE sql SECURITY DEFINER AS $$ SELECT id FROM customers $$;
