# dep-far, and the morphology (FEATS) of the tokens.
include dep-far
s0f n0f n1f  s0pf+n0pf  s0f+n0f  s0wf+n0p  s0p+n0wf  s0f+n0p s0p+n0f
s0.lf n0.lf s0.rf  s0f+n0f+n1f
