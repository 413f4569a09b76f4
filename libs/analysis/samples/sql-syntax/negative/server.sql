SELECT TOP 10 [id] FROM [dbo].[customers] WHERE path = 'C:\';
GO
DECLARE @n int = 1;
SELECT @n;
