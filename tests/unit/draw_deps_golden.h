/* clang-format off */
/* a hearing is scheduled: the classic non-projective example */
{"A 2 det\nhearing 4 nsubj:pass\nis 4 aux:pass\nscheduled 0 root\non 7 case\nthe 7 det\nissue 2 nmod\ntoday 4 obl:tmod\n. 4 punct\n",
 {0},
 "\n"
 "                          root\n"
 "                           │ ┌───────────punct────────────┐\n"
 "          ┌────────────────│─│─nmod────────────┐          │\n"
 "          │                │ ├────────obl:tmod─│─────┐    │\n"
 "        ┌─│─nsubj:pass───┐ │ │    ┌───case───┐ │     │    │\n"
 "┌─det─┐ │ │   ┌─aux:pass─┤ │ │    │    ┌─det─┤ │     │    │\n"
 "▼     │ ▼ │   ▼          │ ▼ │    ▼    ▼     │ ▼     ▼    ▼\n"
 "A    hearing  is       scheduled  on  the   issue  today  .\n"},
{"A 2 det\nhearing 4 nsubj\nis 4 aux\nscheduled 0 root\non 7 case\nthe 7 det\nissue 2 nmod\n",
 {.ascii = true},
 "\n"
 "                      root\n"
 "          .------------|-nmod-------------.\n"
 "        .-|-nsubj----. |     .---case---. |\n"
 ".-det-. | |   .-aux--+ |     |    .-det-+ |\n"
 "v     | v |   v      | v     v    v     | v\n"
 "A    hearing  is  scheduled  on  the   issue\n"},
/* two arcs across each other twice */
{"a 3 x\nb 4 y\nc 0 root\nd 3 z\n",
 {0},
 "\n"
 "        root\n"
 "    ┌──y─│─────┐\n"
 "┌─x─│──┐ │ ┌─z─│─┐\n"
 "▼   ▼  │ ▼ │   │ ▼\n"
 "a   b    c      d\n"},
/* a root at the left edge, a word of one letter with arcs on all sides */
{"a 2 l\nb 5 in\nc 2 r\nd 5 m\ne 0 root\n",
 {0},
 "\n"
 "                    root\n"
 "      ┌─────in─────┐ │\n"
 "┌─l─┐ │ ┌─r─┐  ┌─m─┤ │\n"
 "▼   │ ▼ │   ▼  ▼   │ ▼\n"
 "a     b     c  d    e\n"},
/* one word */
{"Ja 0 root\n",
 {0},
 "\n"
 "root\n"
 " ▼\n"
 " Ja\n"},
/* clang-format on */
