# The extended features, and every word with its tag that is still in the queue: Maier and Lichte (2016), section 3.5.
include swap-extended
b*wt
