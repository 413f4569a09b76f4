import numpy as np
import pandas as pd

frame = pd.DataFrame({"a": [1, 2]})
frame.drop(columns=["b"], inplace=True)
empty = pd.isnull(frame)
full = pd.notnull(frame)
value = frame.ix[0]
cell = frame.at[0, "a"]
other = frame.iat[0, 0]
table = frame.pivot(index="a", columns="a")
text = pd.read_table("orders.csv", sep=",")
merged = pd.merge(frame, frame)
constant = frame["a"].nunique() == 1
np.random.seed(1)
numbers = np.random.rand(3)
kinds = np.array([1], dtype=np.float)
rounded = np.round_(numbers)
big = np.Inf
