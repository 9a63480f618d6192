# What pleach train uses by itself: the spans of Coavoux and Crabbé (2017), and more of the
# buffer, sizes and gaps, tags, children and what GAP moved aside.
include spans
# deeper into the buffer
b1t+b2t  b0t+b1t+b2t  b0t+b1t+d0c  b0t+b1t+s0c+d0c  d0t+b0t+b1t
# how large s0 and d0 are, and how much is missing in them
d0c+d0n  s0c+s0n  d0c+d0g  s0c+s0g  s0c+s0g+d0c+d0g
# what lies below s0
s1w+d0c  s1c+d0w  s1w+d0w  s1c+b0t  s1c+s0c+b0t  s2c+s1c+s0c
# tags of neighbours
s1t+s0t+d0t  s0t+d0t+b0t  s0w+d0w+b0t
# children
s0c+s0.lc+s0.rc  d0c+d0.lc+d0.rc  s0c+s0.rc+d0c  d0c+d0.lc+s0c
# what GAP moved aside
d1c+d0w  d1w+d0c  d1c+s0w  d1w+s0c  d1c+d2c
