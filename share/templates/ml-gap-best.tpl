# What pleach train uses by itself for ml-gap. Its elements have no heads: the first and last words of elements, and the
# parts that they were merged from, stand in for head words.
b0tw  b1tw  b2tw  b3tw
b0w+b1w  b0w+b1t  b0t+b1w  b0t+b1t  b1t+b2t  b0t+b1t+b2t
# elements by their first and last words
d0c+d0.Lw  d0c+d0.Rw  d0c+d0.Lt  d0c+d0.Rt  d0.Lw+d0.Rw  d0.Lt+d0.Rt
s0c+s0.Lw  s0c+s0.Rw  s0c+s0.Lt  s0c+s0.Rt  s0.Lw+s0.Rw  s0.Lt+s0.Rt
s1c+s1.Lw  s1c+s1.Rw  s1c+s1.Lt  s1c+s1.Rt  s2c+s2.Lt  s2c+s2.Rw  s3c+s3.Rt
d1c+d1.Lw  d1c+d1.Rw  d1c+d1.Lt  d1c+d1.Rt  d2c+d2.Lt  d2c+d2.Rw
d0c+d0.Lw+d0.Rw  d0c+d0.Lt+d0.Rw  d0c+d0.Lw+d0.Rt  d0c+d0.Lt+d0.Rt
s0c+s0.Lw+s0.Rw  s0c+s0.Lt+s0.Rw  s0c+s0.Lw+s0.Rt  s0c+s0.Lt+s0.Rt
# s0 and d0
s0c+d0c  s0.Lw+d0.Lw  s0.Rw+d0.Lw  s0.Rw+d0.Rw  s0.Lw+d0.Rw
s0c+d0.Lw  s0c+d0.Rw  s0.Lw+d0c  s0.Rw+d0c
s0c+d0c+d0.Lt  s0c+d0c+d0.Rt  s0c+d0c+s0.Lt  s0c+d0c+s0.Rt  s0.Lt+s0.Rt+d0.Lt+d0.Rt
s0.Rt+d0.Lt+b0t  s0.Lt+d0.Lt+b0t  s0.Rt+d0.Rt+b0t  s1.Rt+s0.Rt+d0.Lt
# the words around them
d0c+d0.Low  d0c+d0.Lot  d0c+d0.Row  d0c+d0.Rot  s0c+s0.Low  s0c+s0.Lot  s0c+s0.Row  s0c+s0.Rot
# with the buffer
b0w+d0c  b0t+d0c  b0w+s0c  b0t+s0c  b0w+d0.Rw  b0t+d0.Rw  b0w+d0.Lw  b0t+d0.Lw
b0w+s0.Rw  b0t+s0.Rw  b0w+s0.Lw  b0t+s0.Lw
b0t+d0.Lt+d0.Rt  d0.Rt+b0t+b1t  b0t+b1t+d0c  b0t+b1t+s0c+d0c  d0.Lw+d0.Rw+b0t  d0.Lt+d0.Rt+b0w
b0w+s0c+d0c  b0t+s0c+d0c  b0t+s0c+d0.Lw  b0t+s0.Lw+d0c
# what lies below s0, and what GAP moved aside
s0c+s1c+d0c  s1c+s0c+b0t  s2c+s1c+s0c  s2c+s1c+s0c+d0c  s1c+d0.Lw  s1.Lw+d0c  s1.Rw+d0c  s1c+b0t
s0c+d1c+d0c  s0c+d1c+s1c+d0c  d1c+d0.Lw  d1.Lw+d0c  d1c+s0.Lw  d1.Lw+s0c  d1c+d2c
# the two parts of an element, which tell what it holds while it has no label
d0.lc+d0.rc  s0.lc+s0.rc  s1.lc+s1.rc  d0c+d0.lc+d0.rc  s0c+s0.lc+s0.rc
d0.lc+d0.lLw  d0.lc+d0.lRw  d0.rc+d0.rLw  d0.rc+d0.rRw  s0.lc+s0.lLw  s0.lc+s0.lRw  s0.rc+s0.rLw  s0.rc+s0.rRw
d0.lc+d0.lLt+d0.rc+d0.rLt  d0.lLt+d0.lRt+d0.rLt+d0.rRt  d0.lRw+d0.rLw  d0.lc+d0.rLw  d0.lRw+d0.rc
s0.lc+s0.rc+d0c  s0.rc+d0c+s0c  s0.lc+d0c+s0c  d0.lc+d0.rc+s0c  s0.lc+s0.rc+d0c+b0t  d0.lc+d0.rc+b0t  s0.lc+s0.rc+b0t
s0.rc+d0c+d0.Lt  s0.lc+s0.lLt+d0c  s0.lc+s0.lLw+d0c  s0.rc+s0.rLw+d0c  s0.rc+s0.rLw+d0.Lw  s0.lLw+d0.lLw
s0.lc+s0.rc+d0.lc+d0.rc  s0.rc+d0.lc+d0.rc  s1.lc+s1.rc+d0c
# their last three parts, and the first
d0.lc+d0.rc+d0.llc+d0.lrc  s0.lc+s0.rc+s0.llc+s0.lrc  d0.rc+d0.lrc+d0.llrc  s0.rc+s0.lrc+s0.llrc
s0.rc+s0.lrc+d0c  s0.rc+s0.lrc+s0.llrc+d0c  s0.lrc+d0c+b0t  s0.llc+d0c+s0.lrc  d0.rc+d0.lrc+b0t  s1.rc+s1.lrc+s0c
d0.lrc+d0.lrLw  s0.lrc+s0.lrLw  s0.llc+s0.llLw  d0.llc+d0.llLw  s0.lrc+s0.lrLw+d0c  s0.lrLt+s0.rLt+d0.Lt
# sizes and gaps
d0c+d0n  s0c+s0n  d0c+d0g  s0c+s0g  s0c+s0g+d0c+d0g  s0c+s0n+d0c+d0n  d0.lc+d0.rc+d0.lrc+d0n
