# The features of Zhang and Nivre (2011) for a pair of tokens: s0 is the left one (the top
# of the stack in arc-eager), n0 the right one (the front of its buffer).

# single words
s0wp s0w s0p   n0wp n0w n0p   n1wp n1w n1p   n2wp n2w n2p
# pairs
s0wp+n0wp  s0wp+n0w  s0w+n0wp  s0wp+n0p  s0p+n0wp  s0w+n0w  s0p+n0p  n0p+n1p
# triples
n0p+n1p+n2p  s0p+n0p+n1p  s0.hp+s0p+n0p  s0p+s0.lp+n0p  s0p+s0.rp+n0p  s0p+n0p+n0.lp
# distance
s0w+d  s0p+d  n0w+d  n0p+d  s0w+n0w+d  s0p+n0p+d
# valency
s0wV  s0pV  s0wv  s0pv  n0wv  n0pv
# neighbours in the tree
s0.hw  s0.hp  s0c   s0.lw s0.lp s0.lc   s0.rw s0.rp s0.rc   n0.lw n0.lp n0.lc
# third order
s0.h2w  s0.h2p  s0.hc
s0.l2w s0.l2p s0.l2c   s0.r2w s0.r2p s0.r2c   n0.l2w n0.l2p n0.l2c
s0p+s0.lp+s0.l2p  s0p+s0.rp+s0.r2p  s0p+s0.hp+s0.h2p  n0p+n0.lp+n0.l2p
# sets of relations
s0wX  s0pX  s0wx  s0px  n0wx  n0px
