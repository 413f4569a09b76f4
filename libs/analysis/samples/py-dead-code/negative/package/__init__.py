from .unused import total
