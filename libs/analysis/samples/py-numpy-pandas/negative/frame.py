import numpy as np
import pandas as pd

frame = pd.DataFrame({"a": [1, 2]})
frame = frame.drop(columns=["b"])
empty = frame.isna()
full = frame.notna()
value = frame.iloc[0]
cell = frame.loc[0, "a"]
table = frame.pivot_table(index="a", columns="a")
text = pd.read_csv("orders.csv")
merged = frame.merge(frame)
constant = (frame["a"] == frame["a"].iloc[0]).all()
random = np.random.default_rng(1)
numbers = random.random(3)
kinds = np.array([1], dtype=float)
rounded = np.round(numbers)
big = np.inf
