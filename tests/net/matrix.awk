# SPDX-License-Identifier: GPL-2.0-or-later
#
# matrix.awk - put tables of visible behaviour side by side
#
# Input: the table of TCP, then those of others, each named by its file. Prints
# "NAME = VALUE", and behind it "| WHO: VALUE" for whoever differs from TCP.

FNR == 1 {
	who = FILENAME
	sub(/.*\//, "", who)
	tables[++nr_tables] = who
}

{
	cut = index($0, " = ")
	name = substr($0, 1, cut - 1)
	if (nr_tables == 1)
		order[++rows] = name
	value[name, nr_tables] = substr($0, cut + 3)
}

END {
	for (i = 1; i <= rows; i++) {
		line = order[i] " = " value[order[i], 1]
		for (t = 2; t <= nr_tables; t++)
			if (value[order[i], t] != value[order[i], 1])
				line = line " | " tables[t] ": " value[order[i], t]
		print line
	}
}
