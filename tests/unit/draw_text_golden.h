/* clang-format off */
/* README */
{"(ROOT (SMAIN (PPART (NP (VNW 0=Dat) (N 1=werkwoord)) (VNW 4=zelf) (WW 5=uitgevonden)) (WW 2=had) (VNW 3=ze)) (LET 6=.))",
 {0},
 "\n"
 "                                 ROOT\n"
 "                      ┌───────────┴───────────┐\n"
 "                    SMAIN                     │\n"
 "                 ┌────┼────┐                  │\n"
 "                 │    │  PPART                │\n"
 "     ┌───────────│────│────┼─────────┐        │\n"
 "     NP          │    │    │         │        │\n"
 " ┌───┴───┐       │    │    │         │        │\n"
 "VNW      N       WW  VNW  VNW        WW      LET\n"
 "Dat  werkwoord  had   ze  zelf  uitgevonden   .\n"},
{"(ROOT (SMAIN (PPART (NP (VNW 0=Dat) (N 1=werkwoord)) (VNW 4=zelf) (WW 5=uitgevonden)) (WW 2=had) (VNW 3=ze)) (LET 6=.))",
 {.ascii = true},
 "\n"
 "                                 ROOT\n"
 "                      .-----------^-----------.\n"
 "                    SMAIN                     |\n"
 "                 .----+----.                  |\n"
 "                 |    |  PPART                |\n"
 "     .-----------|----|----+---------.        |\n"
 "     NP          |    |    |         |        |\n"
 " .---^---.       |    |    |         |        |\n"
 "VNW      N       WW  VNW  VNW        WW      LET\n"
 "Dat  werkwoord  had   ze  zelf  uitgevonden   .\n"},
/* a verb phrase inside the gap of another */
{"(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) (VMFIN 1=muss)) ($. 4=.))",
 {0},
 "\n"
 "                         ROOT\n"
 "                ┌─────────┴──────────┐\n"
 "                S                    │\n"
 "           ┌────┴─────┐              │\n"
 "           │          VP             │\n"
 "           │ ┌────────┴────────┐     │\n"
 "           │ VP                │     │\n"
 "   ┌───────│─┴───────┐         │     │\n"
 " PROAV   VMFIN      VVPP     VAINF   $.\n"
 "Darüber   muss  nachgedacht  werden  .\n"},
/* three constituents across each other */
{"(S (A (a 0=a) (a 3=d)) (B (b 1=b) (b 4=e)) (C (c 2=c) (c 5=f)))",
 {0},
 "\n"
 "     S\n"
 " ┌───┴──┬─┐\n"
 " │      │ C\n"
 " │    ┌─│─┴────┐\n"
 " │    │ B      │\n"
 " │ ┌──│─┴───┐  │\n"
 " A │  │     │  │\n"
 "┌┴─│──│──┐  │  │\n"
 "a  b  c  a  b  c\n"
 "a  b  c  d  e  f\n"},
/* wide and combining characters */
{"(S (NP (N 0=彼女) (P 1=は)) (VP (NP (N 2=本) (P 3=を)) (V 4=读́む)))",
 {0},
 "\n"
 "         S\n"
 "   ┌─────┴─────┐\n"
 "   │           VP\n"
 "   │        ┌──┴───┐\n"
 "   NP       NP     │\n"
 " ┌─┴──┐   ┌─┴─┐    │\n"
 " N    P   N   P    V\n"
 "彼女  は  本  を  读́む\n"},
/* unary chains, bare words, a label much wider than its word */
{"(TOP (FRAGMENT-OF-A-SENTENCE (NP 0=a)) (X (Y (Z 1=b 2=c))))",
 {0},
 "\n"
 "                TOP\n"
 "          ┌──────┴──────┐\n"
 "          │             X\n"
 "          │             │\n"
 "          │             Y\n"
 "          │             │\n"
 "FRAGMENT-OF-A-SENTENCE  Z\n"
 "          │            ┌┴─┐\n"
 "          NP           │  │\n"
 "          a            b  c\n"},
/* a fragment with a discontinuous frontier */
{"(S (VP 0= 2=) (V 1=is))",
 {0},
 "\n"
 "    S\n"
 "   ┌┴┐\n"
 "   │ VP\n"
 "┌──│─┴─┐\n"
 "│  V   │\n"
 "…  is  …\n"},
/* one word */
{"(N 0=x)",
 {0},
 "\n"
 "N\n"
 "x\n"},
/* panels */
{"(S (NP (DT 0=a) (JJ 1=rather) (JJ 2=long) (NN 3=sentence)) (VP (V 4=needs) (NP (CD 5=two) (NNS 6=panels))))",
 {.width = 30},
 "\n"
 "                      S\n"
 "          ┌───────────┴─────\n"
 "          │\n"
 "          │\n"
 "          NP\n"
 "┌─────┬───┴──┬───────┐\n"
 "DT    JJ     JJ      NN\n"
 "a   rather  long  sentence\n"
 "\n"
 "(S)\n"
 "──────┐\n"
 "      VP\n"
 "  ┌───┴────┐\n"
 "  │        NP\n"
 "  │     ┌──┴──┐\n"
 "  V     CD   NNS\n"
 "needs  two  panels\n"},
/* clang-format on */
