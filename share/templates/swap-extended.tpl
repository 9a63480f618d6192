# The extended features of Maier and Lichte (2016), appendix A, from Zhu et al. (2013): children of children.
include swap-baseline
d0.llwc  d0.lrwc  d0.luwc  d0.rlwc  d0.rrwc  d0.ruwc  d0.ulwc  d0.urwc  d0.uuwc
s0.llwc  s0.lrwc  s0.luwc  s0.rlwc  s0.rrwc  s0.ruwc
