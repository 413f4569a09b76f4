-- a comment with an apostrophe: don't
SELECT data->>'name' AS name, now()::date FROM customers WHERE id = 1;
INSERT INTO customers (id, name) VALUES (1, 'O''Hara; (x') ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id;
CREATE FUNCTION touch() RETURNS trigger AS $body$
BEGIN
  NEW.changed := now(); RETURN NEW;
END;
$body$ LANGUAGE plpgsql;
SELECT id FROM customers ORDER BY id FETCH FIRST 5 ROWS ONLY;
CREATE TABLE measures (id bigserial PRIMARY KEY, at timestamptz) PARTITION BY RANGE (at);
