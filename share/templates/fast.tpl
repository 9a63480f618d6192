# What `pleach train --preset fast` uses: half of `best`, without the conjunctions of words whose
# loss dev does not notice. Features of the stack or the buffer alone cost little, since
# their sums are remembered; those with d0 are paid for at every step.
# words that are next
b0tw  b1tw  b2tw  b3tw  b0w+b1t  b0t+b1w  b0t+b1t  b1t+b2t
# the stack: s0 with its borders and children, and what lies below
s0tc  s0.lw+s0.lc  s0.rw+s0.rc  s0c+s0.lc+s0.rc  s0c+s0n
s0c+s0.Lt+s0.Rw  s0c+s0.Lw+s0.Rt  s0c+s0.Lt+s0.Rt  s0c+s0.Row  s0c+s0.Rot
s1tc  s1wc  s1.lw+s1.lc  s1.rw+s1.rc  s2tc  s3tc
# the deque: d0 with its borders and children, and what GAP moved aside
d0tc  d0.lw+d0.lc  d0c+d0.lc+d0.rc  d0c+d0g  d0c+d0.Lt+d0.Rt  d0c+d0.Low  d0c+d0.Lot
d1tc  d1wc  d2tc  d2wc  d1c+d0w  d1w+d0c
# one of the two with the next word
b0w+s0c  b0t+s0c  s1c+s0c+b0t  b0t+d0w  b0w+d0c  b0t+d0c
# both
s0c+d0c  b0t+s0c+d0c  b0t+b1t+s0c+d0c  s0t+d0t+b0t
s0c+s1c+d0c  s0c+s1c+d0w  s2c+s0c+s1c+d0c  s0c+d1c+d0c  d1c+s0w
